/** What a TLS client says of itself before anything else (RFC 8446, section 4.1.2), in the order in which it says it. */
export type ClientHello = {
  ciphers: number[];
  extensions: number[];
  /** Names of the protocols it would speak (RFC 7301), `h2` before `http/1.1` in browsers. */
  protocols: string[];
};

/** Record and message types (RFC 8446, sections 5.1 and 4). */
const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const RECORD_HEADER_BYTES = 5;
const MESSAGE_HEADER_BYTES = 4;
const VERSION_AND_RANDOM_BYTES = 34;
/** The extension with the protocols' names. */
const ALPN = 16;
/** Browsers' take some 2,000 since their first keys are post-quantum ones. */
const HELLO_MAX_BYTES = 16_384;

/** Reads the first bytes of a connection. 'more': it goes on; null: that is no TLS client's. */
export function readClientHello(bytes: Buffer): ClientHello | 'more' | null {
  const message = joinRecords(bytes);
  if (message === null || message === 'more') return message;
  try {
    return readMessage(message);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The hello's own bytes, which may lie in several records. */
function joinRecords(bytes: Buffer): Buffer | 'more' | null {
  const parts: Buffer[] = [];
  let length = 0;
  let at = 0;
  while (at + RECORD_HEADER_BYTES <= bytes.length) {
    if (bytes[at] !== HANDSHAKE) return null;
    const end = at + RECORD_HEADER_BYTES + bytes.readUInt16BE(at + 3);
    const part = bytes.subarray(at + RECORD_HEADER_BYTES, end);
    parts.push(part);
    length += part.length;
    const joined = Buffer.concat(parts);
    if (length >= MESSAGE_HEADER_BYTES) {
      const wanted = MESSAGE_HEADER_BYTES + joined.readUIntBE(1, 3);
      if (joined[0] !== CLIENT_HELLO || wanted > HELLO_MAX_BYTES) return null;
      if (length >= wanted) return joined.subarray(MESSAGE_HEADER_BYTES, wanted);
    }
    at = end;
  }
  return bytes.length > 0 && bytes[0] !== HANDSHAKE ? null : 'more';
}

function readMessage(message: Buffer): ClientHello {
  let at = VERSION_AND_RANDOM_BYTES;
  /** A field that begins with its own length, which has so many bytes. */
  const field = (lengthBytes: 1 | 2): Buffer => {
    const start = at + lengthBytes;
    at = start + message.readUIntBE(at, lengthBytes);
    if (at > message.length) throw new RangeError('a field goes beyond the message');
    return message.subarray(start, at);
  };
  field(1); // The session's id.
  const ciphers = numbers(field(2));
  field(1); // Ways to compress, of which none is left.
  const extensions: number[] = [];
  let protocols: string[] = [];
  const end = at + 2 + message.readUInt16BE(at);
  for (at += 2; at < end;) {
    const kind = message.readUInt16BE(at);
    at += 2;
    const content = field(2);
    extensions.push(kind);
    if (kind === ALPN) protocols = names(content);
  }
  return { ciphers, extensions, protocols };
}

function numbers(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
}

function names(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 2; at < bytes.length; at += 1 + (bytes[at] ?? 0))
    found.push(bytes.toString('latin1', at + 1, at + 1 + (bytes[at] ?? 0)));
  return found;
}
