/** Places in the buffer that was walked. */
export type Box = { type: string; start: number; bodyStart: number; end: number };

/** The boxes of an MP4 that lie side by side in a stretch (ISO/IEC 14496-12, 4.2). Throws where one does not fit. */
export function boxesIn(bytes: Buffer, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end;) {
    const box = boxAt(bytes, at, end);
    if (box.end > end || box.bodyStart > box.end) throw new Error(`box ${box.type} at ${at} does not fit`);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The first box that is reached by a path of types, from a stretch's boxes on. Throws when there is none. */
export function findBox(bytes: Buffer, path: string[], within: { bodyStart: number; end: number }): Box {
  let { bodyStart, end } = within;
  let found: Box | undefined;
  for (const type of path) {
    found = boxesIn(bytes, bodyStart, end).find((box) => box.type === type);
    if (!found) throw new Error(`no box ${path.join('/')}`);
    ({ bodyStart, end } = found);
  }
  if (!found) throw new Error('a path needs a type');
  return found;
}

export function makeBox(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint32s(8 + body.length), Buffer.from(type, 'latin1'), body]);
}

export function uint32s(...values: number[]): Buffer {
  return uint32List(values);
}

/** The same for tables, which have more values than a call may have arguments. */
export function uint32List(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function boxAt(bytes: Buffer, start: number, end: number): Box {
  const size = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  if (size === 0) return { type, start, bodyStart: start + 8, end };
  if (size !== 1) return { type, start, bodyStart: start + 8, end: start + size };
  return { type, start, bodyStart: start + 16, end: start + Number(bytes.readBigUInt64BE(start + 8)) };
}
