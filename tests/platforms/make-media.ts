import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachePlace, ensureCachedSync } from '../setup/cache.ts';

/** Raised when files of the same recipes come out otherwise, so that old ones are made anew. */
const VERSION = 5;

/** What the replicas tell of a file. Byte ranges are DASH's: `0-700`. */
export type MediaFacts = {
  sizeBytes: number;
  durationS: number;
  widthPx: number;
  heightPx: number;
  fps: string;
  initRange: string;
  indexRange: string;
};
export type MediaIndex = Record<string, MediaFacts>;

const INDEX = 'index.json';
const DURATION_S = 4;
const TONE = tone(440);
const AAC = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];
const FAST_START = ['-shortest', '-movflags', '+faststart'];
/** Fragments with one index before them, as platforms serve DASH. */
const FRAGMENTED = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof+global_sidx'];

/** Fragments as segments of a stream: where they lie is told by its playlist. */
const UNINDEXED = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof+skip_trailer'];

function tone(hertz: number): string[] {
  return source(`sine=frequency=${hertz}:sample_rate=48000:duration=${DURATION_S}`);
}

function source(filter: string): string[] {
  return ['-f', 'lavfi', '-i', filter];
}

function picture(size: string, rate = 24): string[] {
  return source(`testsrc2=size=${size}:rate=${rate}:duration=${DURATION_S}`);
}

function h264(bitrate: string): string[] {
  return [
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '48',
    '-b:v',
    bitrate,
  ];
}

function vp9(bitrate: string): string[] {
  return ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', bitrate, '-an'];
}

const H265 = [
  '-c:v',
  'libx265',
  '-x265-params',
  'log-level=error',
  '-preset',
  'veryfast',
  '-tag:v',
  'hvc1',
  '-pix_fmt',
  'yuv420p',
  '-b:v',
  '500k',
];
/** Noise does not compress: a file above YouTube's 10 MiB for one request, in 12 s. */
const NOISE = source('nullsrc=s=640x360:d=12:r=24,geq=random(1)*255:128:128');

const RECIPES: Record<string, string[]> = {
  'prog_360.mp4': [...picture('640x360'), ...TONE, ...h264('300k'), ...AAC, ...FAST_START],
  'prog_720.mp4': [...picture('1280x720'), ...TONE, ...h264('900k'), ...AAC, ...FAST_START],
  'portrait_576.mp4': [...picture('576x1024', 30), ...TONE, ...h264('600k'), ...AAC, ...FAST_START],
  'portrait_720_h265.mp4': [...picture('720x1280', 30), ...TONE, ...H265, ...AAC, ...FAST_START],
  'big_360.mp4': [
    ...NOISE,
    ...source('sine=frequency=440:duration=12'),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-b:v',
    '9M',
    '-minrate',
    '9M',
    '-maxrate',
    '9M',
    '-bufsize',
    '9M',
    '-c:a',
    'aac',
    ...FAST_START,
  ],
  'v_avc_144.mp4': [...picture('256x144'), ...h264('80k'), '-an', ...FRAGMENTED],
  'v_avc_360.mp4': [...picture('640x360'), ...h264('300k'), '-an', ...FRAGMENTED],
  'v_avc_720.mp4': [...picture('1280x720'), ...h264('900k'), '-an', ...FRAGMENTED],
  'v_avc_720p60.mp4': [...picture('1280x720', 60), ...h264('1200k'), '-an', ...FRAGMENTED],
  'v_vp9_360.webm': [...picture('640x360'), ...vp9('250k')],
  'v_vp9_720.webm': [...picture('1280x720'), ...vp9('700k')],
  'a_aac_128.m4a': [...TONE, ...AAC, '-vn', ...FRAGMENTED],
  'a_aac_es.m4a': [...tone(660), ...AAC, '-vn', ...FRAGMENTED],
  'a_aac_ja.m4a': [...tone(880), ...AAC, '-vn', ...FRAGMENTED],
  'a_opus_ja.webm': [...tone(880), '-c:a', 'libopus', '-b:a', '96k', '-vn'],
  'a_opus.webm': [...TONE, '-c:a', 'libopus', '-b:a', '96k', '-vn'],
  'hls_360.mpegts': [...picture('640x360'), ...TONE, ...h264('300k'), ...AAC, '-shortest', '-f', 'mpegts'],
  'hls_360.mp4': [...picture('640x360'), ...TONE, ...h264('300k'), ...AAC, '-shortest', ...UNINDEXED],
  'music.mp3': [...TONE, '-c:a', 'libmp3lame', '-b:a', '128k', '-vn'],
  'thumb_720.jpg': [...source('testsrc2=size=1280x720'), '-frames:v', '1'],
  'thumb_360.jpg': [...source('testsrc2=size=480x360'), '-frames:v', '1'],
  // Six pictures a sheet, one each half second.
  'storyboard_0.jpg': [...source('testsrc2=size=160x90:rate=2:duration=4,tile=3x2'), '-frames:v', '1'],
  'storyboard_1.jpg': [
    ...source('testsrc2=size=160x90:rate=2:duration=4,trim=start_frame=6,tile=3x2'),
    '-frames:v',
    '1',
  ],
  'photo_1.jpg': [...source('testsrc2=size=720x1280,hue=h=90'), '-frames:v', '1'],
  'photo_2.jpg': [...source('testsrc2=size=720x1280,hue=h=180'), '-frames:v', '1'],
  'photo_3.jpg': [...source('testsrc2=size=720x1280,hue=h=270'), '-frames:v', '1'],
};

const TEXTS: Record<string, string> = {
  'subs_en.vtt':
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHello from the replica\n\n00:00:02.000 --> 00:00:04.000\nSecond line\n',
  'subs_es.vtt': 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nHola\n',
  'subs_en.srt': '1\n00:00:00,000 --> 00:00:02,000\nHello from the replica\n',
};

/** Where the files that the replicas serve are, once they are made. */
export const MEDIA_FOLDER = cachePlace('replicas', [VERSION, RECIPES, TEXTS]);

/**
 * Makes the files that the replicas serve, once: about 12 MB by ffmpeg in some seconds. They come whole or not at all, so any number of
 * processes may ask at once. Throws when ffmpeg is missing.
 */
export function ensureMedia(): MediaIndex {
  ensureCachedSync(MEDIA_FOLDER, (folder) => {
    for (const [name, recipe] of Object.entries(RECIPES)) ffmpeg([...recipe, join(folder, name)]);
    for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(folder, name), text);
    const facts = readdirSync(folder).map((name) => [name, factsOf(name, folder)]);
    writeFileSync(join(folder, INDEX), JSON.stringify(Object.fromEntries(facts)));
  });
  return JSON.parse(readFileSync(join(MEDIA_FOLDER, INDEX), 'utf8'));
}

function ffmpeg(args: string[]): void {
  try {
    execFileSync('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error('The replicas need ffmpeg to make their media. On Debian: apt-get install ffmpeg', {
        cause: error,
      });
    }
    throw error;
  }
}

function factsOf(name: string, folder: string): MediaFacts {
  const path = join(folder, name);
  const [, width = '0', height = '0'] = /size=(\d+)x(\d+)/.exec(RECIPES[name]?.join(' ') ?? '') ?? [];
  const fps = /rate=(\d+)/.exec(RECIPES[name]?.join(' ') ?? '')?.[1] ?? '24';
  return {
    sizeBytes: statSync(path).size,
    durationS: name.startsWith('big') ? 12 : DURATION_S,
    widthPx: Number(width) || 640,
    heightPx: Number(height) || 360,
    fps,
    ...boxRanges(readFileSync(path)),
  };
}

/** Where an MP4's `moov` ends and its `sidx` lies: what a DASH manifest tells. */
function boxRanges(bytes: Buffer): { initRange: string; indexRange: string } {
  const ranges = { initRange: '', indexRange: '' };
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (size < 8 || type === 'moof') break;
    if (type === 'moov') ranges.initRange = `0-${at + size - 1}`;
    if (type === 'sidx') ranges.indexRange = `${at}-${at + size - 1}`;
    at += size;
  }
  return ranges;
}
