/** Pieces of ffmpeg's command lines, as words between blanks. Times are in seconds. */

type Picture = { durationS?: number; rate?: number | string; size?: string };

export function picture({ durationS = 2, rate = 25, size = '160x90' }: Picture = {}): string {
  return `-f lavfi -i testsrc2=size=${size}:rate=${rate}:duration=${durationS}`;
}

type Tone = { durationS?: number; rate?: number; channels?: 1 | 2 | 6 };

const LAYOUTS = { 1: 'mono', 2: 'stereo', 6: '5.1' };

/** A tone of another height in each channel. */
export function tone({ durationS = 2, rate = 48_000, channels = 2 }: Tone = {}): string {
  const sines = Array.from({ length: channels }, (_, index) => `sin(${2000 + 700 * index}*t)/8`).join('|');
  return `-f lavfi -i aevalsrc=${sines}:channel_layout=${LAYOUTS[channels]}:sample_rate=${rate}:duration=${durationS}`;
}

/** With B-frames, an IDR picture every 12 pictures. */
export const H264 = '-c:v libx264 -preset superfast -pix_fmt yuv420p -g 12';
export const H264_WITHOUT_B = `${H264} -bf 0`;

export function h265(parameters = ''): string {
  return `-c:v libx265 -preset ultrafast -g 12 -x265-params log-level=error${parameters && `:${parameters}`}`;
}

/** SMPTE ST 2086 and CTA-861.3: a display of 1000 cd/m2. */
export const HDR10 = [
  'hdr10=1:repeat-headers=1:max-cll=1000,400',
  'master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)',
].join(':');
export const PQ_COLOURS = '-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc';
export const TEN_BITS = '-pix_fmt yuv420p10le';

export const AV1_SVT = '-c:v libsvtav1 -preset 12 -g 25';
export const AV1_AOM = '-c:v libaom-av1 -usage realtime -cpu-used 8 -b:v 200k -g 25';
export const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 200k -g 25';
/** With frames that are not shown, which are packed together with shown ones. */
export const VP9_SUPERFRAMES =
  '-c:v libvpx-vp9 -deadline good -cpu-used 5 -b:v 200k -g 25 -auto-alt-ref 1 -lag-in-frames 16';
export const VP8 = '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 200k -g 25';

export const AAC = '-c:a aac -b:a 64k';
export const OPUS = '-c:a libopus -b:a 64k';
export const VORBIS = '-c:a libvorbis -q:a 2';

export const PLAIN = '-f mp4';

/** Words that end in movflags, so that further ones can follow: `${FASTSTART}+negative_cts_offsets`. */
export const FASTSTART = '-f mp4 -movflags +faststart';

/** Fragments that begin at a video's sync samples, or last a while. `flags` are further movflags: `+dash+global_sidx`. */
export function fragmented(flags = '', { fragmentS = 0.5 } = {}): string {
  return `-f mp4 -frag_duration ${fragmentS * 1e6} -movflags +frag_keyframe${flags}`;
}

/** As platforms serve DASH: one `sidx` before all fragments. */
export const INDEXED = fragmented('+empty_moov+default_base_moof+global_sidx');
/** Whose `moov` is written after the first packets are known, so that it has an edit list. */
export const INDEXED_LATER = fragmented('+delay_moov+default_base_moof+global_sidx');
export const WITHOUT_INDEX = fragmented('+empty_moov+default_base_moof+skip_sidx+skip_trailer');

/** Times of pictures that are up to 19 ms late, always the same ones. */
export const JITTER = '-vf settb=1/1000,setpts=N*40+floor(20*random(1)) -vsync vfr -enc_time_base 1/1000';
