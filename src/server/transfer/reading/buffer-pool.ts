/** Memory that all downloads share for bytes on their way. */
export type BufferPool = {
  /**
   * A buffer of a power of two, at most a slab's, or undefined when the budget is used up. What a download cannot do without is given
   * all the same.
   */
  take(sizeBytes: number, isNeeded: boolean): Buffer | undefined;
  give(buffer: Buffer): void;
  readonly usedBytes: number;
};

/** A part of a slab; its place is a multiple of its size. */
type Block = { slab: Slab; offset: number; size: number };
/** Memory that is asked for at once, and the parts of it that nobody has, by their place. */
type Slab = { memory: Buffer; free: Map<number, Block> };

export const SLAB_BYTES = 1024 * 1024;
/** Of the limit: what is kept of slabs that nobody uses. */
const KEPT_SHARE = 0.5;

/**
 * Buffers of many sizes come and go, and what the garbage collector would make of them is twice what they are: slabs are halved into
 * blocks, and halves that are free are joined again (Knowlton's buddy system).
 */
export function createBufferPool(limitBytes: number): BufferPool {
  /** Last in, first out: what was used a moment ago is still in the processor's cache. */
  const freeBySize = new Map<number, Block[]>();
  const taken = new Map<Buffer, Block>();
  let usedBytes = 0;
  let freeSlabs = 0;

  function setFree(block: Block): void {
    block.slab.free.set(block.offset, block);
    const alike = freeBySize.get(block.size)?.filter(isFree) ?? [];
    freeBySize.set(block.size, [...alike, block]);
    if (block.size === SLAB_BYTES) freeSlabs++;
  }

  function claim(block: Block): Block {
    block.slab.free.delete(block.offset);
    if (block.size === SLAB_BYTES) freeSlabs--;
    return block;
  }

  /** The smallest free block that is large enough. */
  function largeEnough(sizeBytes: number): Block {
    for (let size = sizeBytes; size <= SLAB_BYTES; size *= 2) {
      const alike = freeBySize.get(size) ?? [];
      for (let block = alike.pop(); block; block = alike.pop()) if (isFree(block)) return claim(block);
    }
    // Not from Node's shared pool: a small slice of it would keep the whole of it.
    const slab = { memory: Buffer.allocUnsafeSlow(SLAB_BYTES), free: new Map<number, Block>() };
    return { slab, offset: 0, size: SLAB_BYTES };
  }

  return {
    get usedBytes() {
      return usedBytes;
    },
    take(sizeBytes, isNeeded) {
      if (!isNeeded && usedBytes + sizeBytes > limitBytes) return undefined;
      const block = largeEnough(sizeBytes);
      while (block.size > sizeBytes) {
        block.size /= 2;
        setFree({ ...block, offset: block.offset + block.size });
      }
      const buffer = block.slab.memory.subarray(block.offset, block.offset + sizeBytes);
      taken.set(buffer, block);
      usedBytes += sizeBytes;
      return buffer;
    },
    give(buffer) {
      let block = taken.get(buffer);
      if (!block) return;
      taken.delete(buffer);
      usedBytes -= block.size;
      for (let size = block.size; size < SLAB_BYTES; size *= 2) {
        // A block and its other half differ in the one bit of their places that is their size.
        const other: Block | undefined = block.slab.free.get(block.offset ^ size);
        if (other?.size !== size) break;
        claim(other);
        block = { ...block, offset: Math.min(block.offset, other.offset), size: size * 2 };
      }
      if (block.size < SLAB_BYTES || (freeSlabs + 1) * SLAB_BYTES <= limitBytes * KEPT_SHARE) setFree(block);
    },
  };
}

/** Lists by size keep blocks that have been joined to others meanwhile. */
function isFree(block: Block): boolean {
  return block.slab.free.get(block.offset) === block;
}
