import { damaged } from '../transfer-error.ts';
import { flacHeader } from './flac-header.ts';
import { mp3Arguments, mp3Length, variableMp3Arguments, type Mp3BitrateKbps } from './mp3.ts';
import { soundArguments, type FfmpegRecipe, type SoundFormat } from './ffmpeg-recipe.ts';
import { WAV_BYTES_PER_SAMPLE, wavHeader } from './wav-header.ts';
import { xingFrame } from './xing-frame.ts';

/** A stretch of the input's own time. */
type TimeSpan = { startS: number; durationS: number };

const NOTHING = Buffer.alloc(0);

/** MP3 of a constant bitrate, behind its tag (`id3Tag`). */
export function constantMp3({
  tag = NOTHING,
  ...sound
}: SoundFormat & { bitrateKbps: Mp3BitrateKbps; tag?: Buffer }): FfmpegRecipe {
  const { durationSamples } = sound;
  const args = mp3Arguments(sound);
  const exactLength = durationSamples !== null && tag.length + mp3Length({ ...sound, durationSamples });
  return { args, contentType: 'audio/mpeg', container: 'mp3', head: tag, ...(exactLength && { exactLength }) };
}

/** MP3 of a variable bitrate, behind its tag. */
export function variableMp3({ tag = NOTHING, ...sound }: SoundFormat & { tag?: Buffer }): FfmpegRecipe {
  const { durationSamples } = sound;
  const args = variableMp3Arguments(sound);
  const head = durationSamples === null ? tag : Buffer.concat([tag, xingFrame({ ...sound, durationSamples })]);
  return { args, contentType: 'audio/mpeg', container: 'mp3', head };
}

/** WAV of 16-bit samples. */
export function wav(sound: SoundFormat): FfmpegRecipe {
  const { channels, durationSamples } = sound;
  const args = [...soundArguments(sound), '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'];
  const head = wavHeader(sound);
  const exactLength = durationSamples !== null && head.length + durationSamples * channels * WAV_BYTES_PER_SAMPLE;
  return { args, contentType: 'audio/wav', container: 'wav', head, ...(exactLength && { exactLength }) };
}

const FLAC_BLOCK_SAMPLES = 4096;

/** FLAC of 16-bit samples: what lossy codecs decode to would otherwise be kept in 24 bits, three times as large for no gain. */
export function flac(sound: SoundFormat): FfmpegRecipe {
  const { durationSamples } = sound;
  const encoder = ['-c:a', 'flac', '-sample_fmt', 's16', '-frame_size', String(FLAC_BLOCK_SAMPLES)];
  const ownHead = durationSamples === null ? [] : ['-write_header', '0'];
  const args = [...soundArguments(sound), ...encoder, ...ownHead, '-f', 'flac', 'pipe:1'];
  const head =
    durationSamples === null ? NOTHING : flacHeader({ ...sound, durationSamples, blockSamples: FLAC_BLOCK_SAMPLES });
  return { args, contentType: 'audio/flac', container: 'flac', head };
}

/** A picture of more is refused before memory is taken for it: 8K has 33 million. */
const MAX_PIXELS = 40_000_000;
const VIDEO_INPUT = ['-max_pixels', String(MAX_PIXELS), '-i', 'pipe:0', '-map_metadata', '-1', '-map_chapters', '-1'];

export const GIF_MAX_DURATION_S = 30;

/**
 * GIF with 12 pictures a second, at most 480 × 640 pixels and 30 s. All pictures wait in memory for the palette that is made of them
 * (the largest: a child of 500 MB); a palette for each needs no memory, but made files of a still background ten times as large.
 */
export function gif({ startS, durationS }: TimeSpan): FfmpegRecipe {
  checkTimeSpan({ startS, durationS });
  const filters = [
    `trim=start=${seconds(startS)}:duration=${seconds(Math.min(durationS, GIF_MAX_DURATION_S))},setpts=PTS-STARTPTS,fps=12`,
    `scale=w='min(480,iw)':h='min(640,ih)':force_original_aspect_ratio=decrease:flags=lanczos,split[pictures][sample]`,
  ].join();
  const palette = '[sample]palettegen=stats_mode=diff[palette]';
  const drawn = '[pictures][palette]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle';
  const graph = [filters, palette, drawn].join(';');
  const args = [...VIDEO_INPUT, '-map', '0:v:0', '-vf', graph, '-loop', '0', '-f', 'gif', 'pipe:1'];
  return { args, contentType: 'image/gif', container: 'gif', head: NOTHING };
}

/**
 * Without `delay_moov` the head is written before the first timestamps are known, and the sound runs ahead of the picture by the
 * depth of the picture's reordering (57 ms measured).
 */
const FRAGMENTED = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof+delay_moov', '-f', 'mp4', 'pipe:1'];

/**
 * Fragmented MP4 of an MPEG transport stream's own packets. AAC in it has headers that MP4 has not: ffmpeg fails if they stay, and if
 * they are to be taken from another codec, so the codec must be known. null: whatever sound there is, is left out.
 */
export function remuxedMp4({ audioCodec }: { audioCodec: 'aac' | 'other' | null }): FfmpegRecipe {
  const unwrap = audioCodec === 'aac' ? ['-bsf:a', 'aac_adtstoasc'] : [];
  const sound = audioCodec === null ? [] : ['-map', '0:a:0?'];
  const args = [...VIDEO_INPUT, '-map', '0:v:0', ...sound, '-c', 'copy', ...unwrap, ...FRAGMENTED];
  return { args, contentType: 'video/mp4', container: 'mp4', head: NOTHING };
}

/** Fragmented MP4 of the first input's picture and the second's sound, of whatever containers, nothing changed. */
export function muxedMp4(): FfmpegRecipe {
  const both = ['-i', 'pipe:3', '-map', '0:v:0', '-map', '1:a:0', '-c', 'copy', '-strict', '-2'];
  const args = [...VIDEO_INPUT.slice(0, 4), ...both, '-map_metadata', '-1', '-map_chapters', '-1', ...FRAGMENTED];
  return { args, contentType: 'video/mp4', container: 'mp4', head: NOTHING };
}

/** With 4:2:0 it has even sides only. A key frame every 2 s: a fragment is sent when it is whole. */
const EVEN_PICTURE = ['-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p'];
const H264_QUALITY = ['-preset', 'veryfast', '-crf', '20', '-force_key_frames', 'expr:gte(t,n_forced*2)'];
/** Every picture at its own time: a constant rate, or a clock that ticks with the pictures, moves them by up to half of one. */
const OWN_TIMES = ['-fps_mode:v', 'vfr', '-enc_time_base:v', '1:90000'];
const H264 = [...OWN_TIMES, ...EVEN_PICTURE, '-c:v', 'libx264', ...H264_QUALITY];
const AAC = ['-c:a', 'aac', '-b:a', '192k', '-ac', '2'];

/**
 * Fragmented MP4 of exactly a stretch, picture and sound encoded anew. What lies before the stretch is decoded and thrown away: give
 * it an input that begins at the key frame before, and count `startS` from there.
 */
export function cutMp4({ startS, durationS }: TimeSpan): FfmpegRecipe {
  checkTimeSpan({ startS, durationS });
  const stretch = ['-ss', seconds(startS), '-t', seconds(durationS), '-map', '0:v:0', '-map', '0:a:0?'];
  const args = [...VIDEO_INPUT, ...stretch, ...H264, ...AAC, ...FRAGMENTED];
  return { args, contentType: 'video/mp4', container: 'mp4', head: NOTHING };
}

const MAX_TIME_S = 1e9;

function checkTimeSpan({ startS, durationS }: TimeSpan): void {
  const isTimeSpan = startS >= 0 && startS < MAX_TIME_S && durationS > 0 && durationS < MAX_TIME_S;
  if (!isTimeSpan) throw damaged(`a stretch of ${durationS} s from ${startS} s`);
}

/** ffmpeg's times have no exponents. */
function seconds(value: number): string {
  return value.toFixed(6);
}
