import { describe, expect, test } from 'vitest';
import { hasAdts } from './transport-stream.ts';

const PROGRAM_PID = 0x1000;

/** One packet: its payload comes after stuffing, as much as it takes. */
function packet(pid: number, payload: Buffer, { isStart = true } = {}): Buffer {
  const stuffing = 184 - payload.length;
  const header = Buffer.from([0x47, (isStart ? 0x40 : 0) | (pid >> 8), pid & 0xff, stuffing > 0 ? 0x30 : 0x10]);
  const adaptation = stuffing > 0 ? Buffer.alloc(stuffing, 0xff) : Buffer.alloc(0);
  if (stuffing > 0) adaptation[0] = stuffing - 1;
  return Buffer.concat([header, adaptation, payload]);
}

function section(table: number, body: Buffer): Buffer {
  const length = 5 + body.length + 4;
  const header = Buffer.from([table, 0xb0 | (length >> 8), length & 0xff, 0, 1, 0xc1, 0, 0]);
  return Buffer.concat([header, body, Buffer.alloc(4, 0xcc)]);
}

function programs(...entries: [number: number, pid: number][]): Buffer {
  return section(
    0,
    Buffer.concat(
      entries.map(([number, pid]) => Buffer.from([number >> 8, number & 0xff, 0xe0 | (pid >> 8), pid & 0xff])),
    ),
  );
}

function program(types: number[], { descriptorBytes = 0 } = {}): Buffer {
  const streams = types.map((type, place) =>
    Buffer.concat([Buffer.from([type, 0xe1, place, 0xf0, descriptorBytes]), Buffer.alloc(descriptorBytes, 0x0f)]),
  );
  return section(2, Buffer.concat([Buffer.from([0xe1, 0, 0xf0, 4, 0x0f, 0x0f, 0x0f, 0x0f]), ...streams]));
}

function pointed(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0]), bytes]);
}

function stream(types: number[], options?: { descriptorBytes: number }): Buffer {
  const whole = pointed(program(types, options));
  const packets = [];
  for (let at = 0; at < whole.length; at += 184) {
    packets.push(packet(PROGRAM_PID, whole.subarray(at, at + 184), { isStart: at === 0 }));
    packets.push(packet(0x100, Buffer.alloc(184, 0x47), { isStart: false }));
  }
  return Buffer.concat([
    packet(0, pointed(programs([0, 0x10], [1, PROGRAM_PID]))),
    ...packets,
    packet(0, pointed(programs([1, 0x30]))),
  ]);
}

describe('the first sound', () => {
  test.each([
    ['AAC behind H.264', [0x1b, 0x0f], true],
    ['AAC alone', [0x0f], true],
    ['AAC behind tags', [0x15, 0x24, 0x0f], true],
    ['MP3', [0x1b, 0x03], false],
    ['AC-3, with AAC behind it', [0x1b, 0x81, 0x0f], false],
    ['AAC, with AC-3 behind it', [0x1b, 0x0f, 0x81], true],
    ['none', [0x1b], null],
    ['of an unknown kind', [0x1b, 0x06], null],
    ['of no stream', [], null],
  ])('%s', (_, types, expected) => {
    expect(hasAdts(stream(types))).toBe(expected);
  });

  test('of a table that goes over several packets', () => {
    expect(hasAdts(stream([0x1b, 0x15, 0x03], { descriptorBytes: 200 }))).toBe(false);
  });

  test('behind something else', () => {
    expect(hasAdts(Buffer.concat([Buffer.alloc(73), stream([0x0f])]))).toBe(true);
  });
});

describe('bytes that are no stream', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(5000)],
    ['nothing but marks', Buffer.alloc(5000, 0x47)],
    ['nothing but ones', Buffer.alloc(5000, 0xff)],
    ['a page', Buffer.from('<html>Gone</html>'.repeat(100))],
    ['tables that are never told', packet(0, pointed(programs([1, PROGRAM_PID])))],
  ])('%s', (_, bytes) => {
    expect(hasAdts(bytes)).toBeNull();
  });

  test('a stream cut anywhere says the same, or nothing', () => {
    const whole = stream([0x1b, 0x0f], { descriptorBytes: 150 });
    for (let length = 0; length < whole.length; length++) {
      expect([true, null]).toContain(hasAdts(whole.subarray(0, length)));
    }
  });

  test('a stream with any byte changed still ends', () => {
    const whole = stream([0x1b, 0x0f]);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = 0xff;
      expect([true, false, null]).toContain(hasAdts(changed));
    }
  });
});
