/**
 * The chunks of a body of at most `maxBytes`; null: it has more, and is read no further than `drainedBytes`, what is thrown away included.
 * Ending early closes the body. Rejects with whatever keeps it from being read.
 */
export async function boundedChunks<Chunk extends Uint8Array>(
  body: AsyncIterable<Chunk> | null,
  maxBytes: number,
  drainedBytes = maxBytes,
): Promise<Chunk[] | null> {
  let chunks: Chunk[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > drainedBytes) return null;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks = [];
  }
  return bytes > maxBytes ? null : chunks;
}
