const PACKET_BYTES = 188;
const SYNC = 0x47;
const PROGRAMS_PID = 0;
/** Bytes of a section before its length is known, and of the checksum at its end (ISO/IEC 13818-1 §2.4.4). */
const SECTION_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;

/** AAC in ADTS. */
const ADTS = 0x0f;
/** Other sound (ISO/IEC 13818-1 table 2-34): MPEG audio, AAC in LATM, and AC-3 and E-AC-3 as HLS has them. */
const OTHER_SOUND = new Set([0x03, 0x04, 0x11, 0x81, 0x87]);

/**
 * Whether the first sound of an MPEG transport stream is AAC with ADTS headers, by the tables at its beginning. Null: these bytes
 * have no tables, or the tables no sound of a known kind.
 */
export function hasAdts(bytes: Buffer): boolean | null {
  const types = streamTypes(bytes);
  const first = types.find((type) => type === ADTS || OTHER_SOUND.has(type));
  return first === undefined ? null : first === ADTS;
}

/** Types of the streams of the first program, in its order; none where it does not say. */
function streamTypes(bytes: Buffer): number[] {
  const programs = readSection(bytes, PROGRAMS_PID);
  // Program 0 is not a program, but leads to the network's own table.
  for (let at = 8; at + 4 <= programs.length; at += 4) {
    if (programs.readUInt16BE(at) === 0) continue;
    return typesIn(readSection(bytes, programs.readUInt16BE(at + 2) & 0x1fff));
  }
  return [];
}

function typesIn(program: Buffer): number[] {
  if (program.length < 12) return [];
  const types: number[] = [];
  let at = 12 + (program.readUInt16BE(10) & 0xfff);
  while (at + 5 <= program.length) {
    types.push(program.readUInt8(at));
    at += 5 + (program.readUInt16BE(at + 3) & 0xfff);
  }
  return types;
}

/** The first table that the packets of a number carry, without its checksum; what there is of it. */
function readSection(bytes: Buffer, wanted: number): Buffer {
  let section: Buffer | undefined;
  for (const { pid, isStart, payload } of packetsIn(bytes)) {
    if (pid !== wanted) continue;
    if (isStart && section) break;
    if (isStart) section = payload.subarray(1 + (payload[0] ?? 0));
    else if (section) section = Buffer.concat([section, payload]);
    if (section && section.length >= sectionBytes(section)) break;
  }
  return section?.subarray(0, sectionBytes(section) - CHECKSUM_BYTES) ?? Buffer.alloc(0);
}

function sectionBytes(section: Buffer): number {
  if (section.length < SECTION_HEADER_BYTES) return Infinity;
  return SECTION_HEADER_BYTES + (section.readUInt16BE(1) & 0xfff);
}

type Packet = { pid: number; isStart: boolean; payload: Buffer };

function* packetsIn(bytes: Buffer): Generator<Packet> {
  for (let at = firstPacket(bytes); at + PACKET_BYTES <= bytes.length; at += PACKET_BYTES) {
    const packet = bytes.subarray(at, at + PACKET_BYTES);
    if (packet[0] !== SYNC) return;
    const header = packet.readUInt32BE(0);
    const hasAdaptation = (header & 0x20) !== 0;
    const hasPayload = (header & 0x10) !== 0;
    const start = hasAdaptation ? 5 + (packet[4] ?? 0) : 4;
    if (!hasPayload) continue;
    yield { pid: (header >> 8) & 0x1fff, isStart: (header & 0x400000) !== 0, payload: packet.subarray(start) };
  }
}

/** Some begin with a tag, or in the middle of a packet. */
function firstPacket(bytes: Buffer): number {
  const isPacket = (at: number) => bytes[at] === SYNC && (bytes[at + PACKET_BYTES] ?? SYNC) === SYNC;
  for (let at = 0; at < PACKET_BYTES; at++) if (isPacket(at)) return at;
  return bytes.length;
}
