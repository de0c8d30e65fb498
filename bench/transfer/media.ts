import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Picture and sound of one film, by their files' names. */
type Pair = { video: string; audio: string };
/** Ways in which platforms keep a film: with tables, in fragments with one index, in clusters. */
export type Kind = 'plain' | 'fragmented' | 'webm';

export type BenchMedia = { folder: string; pairs: Record<Kind, Pair>; sizeBytes(file: string): number };

/** Raised when the files change, so that old ones are made anew. */
const VERSION = 1;
const ROOT = join(import.meta.dirname, '../../node_modules/.cache/clipferry-bench');

/** Ten seconds are encoded, and laid one behind the other: a film of ten minutes at 2.6 Mbit/s, about 205 MB with its sound. */
const CLIP_S = 10;
const CLIPS = 60;
/** YouTube's fragments last 5 s of picture and 10 s of sound. */
const GROUP_FRAMES = 150;
const NOISE = ['-f', 'lavfi', '-i', `nullsrc=s=640x360:d=${CLIP_S}:r=30,geq=random(1)*255:128:128`];
const TONE = ['-f', 'lavfi', '-i', `anoisesrc=r=48000:d=${CLIP_S}:a=0.3`];
const VIDEO_RATE = [
  '-b:v',
  '2600k',
  '-minrate',
  '2600k',
  '-maxrate',
  '2600k',
  '-bufsize',
  '2600k',
  '-g',
  `${GROUP_FRAMES}`,
];

const CLIP_RECIPES: Record<string, string[]> = {
  'clip.mp4': [...NOISE, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...VIDEO_RATE],
  'clip.m4a': [...TONE, '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
  'clip-video.webm': [...NOISE, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', ...VIDEO_RATE],
  'clip-audio.webm': [...TONE, '-c:a', 'libopus', '-b:a', '128k'],
};

const FRAGMENTED = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof+global_sidx+skip_trailer'];
const CUES_FIRST = ['-cues_to_front', '1'];

const FILM_RECIPES: Record<string, { of: string; options: string[] }> = {
  'plain.mp4': { of: 'clip.mp4', options: ['-movflags', '+faststart'] },
  'plain.m4a': { of: 'clip.m4a', options: ['-movflags', '+faststart'] },
  'fragmented.mp4': { of: 'clip.mp4', options: FRAGMENTED },
  'fragmented.m4a': { of: 'clip.m4a', options: [...FRAGMENTED, '-frag_duration', '10000000'] },
  'video.webm': { of: 'clip-video.webm', options: [...CUES_FIRST, '-cluster_time_limit', '5000'] },
  'audio.webm': { of: 'clip-audio.webm', options: [...CUES_FIRST, '-cluster_time_limit', '10000'] },
};

/** Makes the films once, by ffmpeg, in some seconds and 620 MB of the cache. */
export function ensureBenchMedia(): BenchMedia {
  const folder = join(ROOT, `media-${VERSION}`);
  if (!existsSync(folder)) make(folder);
  return {
    folder,
    pairs: {
      plain: { video: 'plain.mp4', audio: 'plain.m4a' },
      fragmented: { video: 'fragmented.mp4', audio: 'fragmented.m4a' },
      webm: { video: 'video.webm', audio: 'audio.webm' },
    },
    sizeBytes: (file) => statSync(join(folder, file)).size,
  };
}

function make(folder: string): void {
  rmSync(ROOT, { recursive: true, force: true });
  const unfinished = `${folder}.tmp`;
  mkdirSync(unfinished, { recursive: true });
  const ffmpeg = (...args: string[]) =>
    execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...args], {
      cwd: unfinished,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  for (const [clip, recipe] of Object.entries(CLIP_RECIPES)) ffmpeg(...recipe, clip);
  for (const [film, { of, options }] of Object.entries(FILM_RECIPES)) {
    ffmpeg('-stream_loop', `${CLIPS - 1}`, '-i', of, '-c', 'copy', ...options, film);
  }
  for (const clip of Object.keys(CLIP_RECIPES)) rmSync(join(unfinished, clip));
  renameSync(unfinished, folder);
}
