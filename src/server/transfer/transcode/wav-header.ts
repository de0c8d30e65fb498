import { damaged } from '../transfer-error.ts';
import type { SoundFormat } from './ffmpeg-recipe.ts';

export const WAV_BYTES_PER_SAMPLE = 2;

const PCM = 1;
const UNKNOWN = 0xffff_ffff;

/**
 * The head of a WAV of 16-bit samples: 44 bytes, or 80 as RF64 (EBU Tech 3306) where 32 bits cannot tell the length. Of an unknown
 * duration it has the largest lengths, which players take for "to the end".
 */
export function wavHeader({ sampleRate, channels, durationSamples }: SoundFormat): Buffer {
  const frameBytes = channels * WAV_BYTES_PER_SAMPLE;
  if (sampleRate * frameBytes > 0xffff_ffff) throw damaged(`a sound of ${sampleRate} Hz`);
  const format = Buffer.alloc(24);
  format.write('fmt ', 'latin1');
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(PCM, 8);
  format.writeUInt16LE(channels, 10);
  format.writeUInt32LE(sampleRate, 12);
  format.writeUInt32LE(sampleRate * frameBytes, 16);
  format.writeUInt16LE(frameBytes, 20);
  format.writeUInt16LE(WAV_BYTES_PER_SAMPLE * 8, 22);

  const wave = Buffer.from('WAVE', 'latin1');
  if (durationSamples === null) return Buffer.concat([chunk('RIFF', UNKNOWN), wave, format, chunk('data', UNKNOWN)]);
  const dataBytes = durationSamples * frameBytes;
  // Behind the first eight bytes: the form, both chunks' heads and the samples.
  const riffBytes = 4 + format.length + 8 + dataBytes;
  if (riffBytes < UNKNOWN) return Buffer.concat([chunk('RIFF', riffBytes), wave, format, chunk('data', dataBytes)]);
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(riffBytes + 8 + sizes.length), 0);
  sizes.writeBigUInt64LE(BigInt(dataBytes), 8);
  sizes.writeBigUInt64LE(BigInt(durationSamples), 16);
  return Buffer.concat([
    chunk('RF64', UNKNOWN),
    wave,
    chunk('ds64', sizes.length),
    sizes,
    format,
    chunk('data', UNKNOWN),
  ]);
}

function chunk(name: string, sizeBytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(sizeBytes, 4);
  return head;
}
