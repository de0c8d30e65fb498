const STREAMINFO_BYTES = 34;
const LAST_BLOCK = 0x80;
const BITS_PER_SAMPLE = 16;

/**
 * The head of a FLAC file of 16-bit samples in blocks of `blockSamples` (RFC 9639, section 8.2). ffmpeg can fill in the duration only
 * where it can go back to the beginning, and players neither show nor seek without. Frame sizes and checksum stay 0, unknown.
 */
export function flacHeader({
  sampleRate,
  channels,
  durationSamples,
  blockSamples,
}: {
  sampleRate: number;
  channels: 1 | 2;
  durationSamples: number;
  blockSamples: number;
}): Buffer {
  const head = Buffer.alloc(8 + STREAMINFO_BYTES);
  head.write('fLaC', 'latin1');
  head[4] = LAST_BLOCK;
  head.writeUIntBE(STREAMINFO_BYTES, 5, 3);
  head.writeUInt16BE(blockSamples, 8);
  head.writeUInt16BE(blockSamples, 10);
  // 20 bits of sample rate, 3 of channels − 1, 5 of bits per sample − 1, 36 of samples.
  const packed =
    (BigInt(sampleRate) << 44n) |
    (BigInt(channels - 1) << 41n) |
    (BigInt(BITS_PER_SAMPLE - 1) << 36n) |
    BigInt(durationSamples);
  head.writeBigUInt64BE(packed, 18);
  return head;
}
