import { mp3Frames, mp3SampleRate } from './mp3.ts';

/** Bits of a frame header: version, sample rate index (ISO/IEC 11172-3, 2.4.2.3; 13818-3; MPEG 2.5). */
const HEADER_BITS = new Map([
  [44_100, { version: 3, index: 0 }],
  [48_000, { version: 3, index: 1 }],
  [32_000, { version: 3, index: 2 }],
  [22_050, { version: 2, index: 0 }],
  [24_000, { version: 2, index: 1 }],
  [16_000, { version: 2, index: 2 }],
  [11_025, { version: 0, index: 0 }],
  [12_000, { version: 0, index: 1 }],
  [8_000, { version: 0, index: 2 }],
]);
/** 64 kbit/s is in all tables, and gives every rate room for what follows. */
const BITRATE_BPS = 64_000;
const MPEG1_BITRATE_INDEX = 5;
const MPEG2_BITRATE_INDEX = 8;
const HAS_FRAME_COUNT = 1;

/**
 * A silent frame that tells players how many frames follow. Without it the duration of a file of variable bitrate is guessed from
 * its first frames; ffmpeg would have to go back to the beginning for it, which a pipe cannot.
 */
export function xingFrame(sound: { durationSamples: number; sampleRate: number; channels: 1 | 2 }): Buffer {
  const rate = mp3SampleRate(sound.sampleRate);
  const { version, index } = HEADER_BITS.get(rate) ?? { version: 3, index: 0 };
  const isMpeg1 = version === 3;
  const isMono = sound.channels === 1;
  const frame = Buffer.alloc(Math.floor(((isMpeg1 ? 144 : 72) * BITRATE_BPS) / rate));
  // Sync, version, layer III, no checksum.
  frame.writeUInt16BE(0xffe0 | (version << 3) | 0b011, 0);
  frame[2] = ((isMpeg1 ? MPEG1_BITRATE_INDEX : MPEG2_BITRATE_INDEX) << 4) | (index << 2);
  frame[3] = isMono ? 0b1100_0000 : 0;
  const sideInfoBytes = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const at = 4 + sideInfoBytes;
  frame.write('Xing', at, 'latin1');
  frame.writeUInt32BE(HAS_FRAME_COUNT, at + 4);
  frame.writeUInt32BE(Math.min(mp3Frames(sound), 0xffff_ffff), at + 8);
  return frame;
}
