import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { type BrowserFamily, browserOf, familyOf } from './browser-look.ts';
import { type ClientHello, readClientHello } from './client-hello.ts';

/** The first bytes of a TLS client of this machine. */
async function helloBytes(): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({
    port,
    host: '127.0.0.1',
    ALPNProtocols: ['h2', 'http/1.1'],
    ciphers: 'TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256',
  });
  client.on('error', () => {});
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  for (const open of [client, socket]) open.destroy();
  server.close();
  return bytes;
}

describe('a client’s hello', () => {
  test('is read in its order, however it arrives', async () => {
    const bytes = await helloBytes();
    const hello = readClientHello(bytes) as ClientHello;
    expect(hello.ciphers.slice(0, 3)).toEqual([0x13_02, 0x13_01, 0xc0_2f]);
    expect(hello.protocols).toEqual(['h2', 'http/1.1']);
    // Supported versions, groups and signatures, and key shares: every client of TLS 1.3 says these.
    expect(hello.extensions).toEqual(expect.arrayContaining([43, 10, 13, 51]));
    for (const length of [0, 1, 5, 8, 9, 100, bytes.length - 1])
      expect(readClientHello(bytes.subarray(0, length)), `${length} bytes`).toBe('more');
    expect(readClientHello(Buffer.concat([bytes, bytes]))).toEqual(hello);
  });

  test('is the same in two records', async () => {
    const bytes = await helloBytes();
    const message = bytes.subarray(5);
    const record = (part: Buffer) => {
      const header = Buffer.from([22, 3, 1, 0, 0]);
      header.writeUInt16BE(part.length, 3);
      return Buffer.concat([header, part]);
    };
    const split = Buffer.concat([record(message.subarray(0, 2)), record(message.subarray(2))]);
    expect(readClientHello(split)).toEqual(readClientHello(bytes));
  });

  test('is not what anything else begins with', async () => {
    const bytes = await helloBytes();
    expect(readClientHello(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBeNull();
    const other = Buffer.from(bytes);
    other[5] = 2;
    expect(readClientHello(other)).toBeNull();
    const lying = Buffer.from(bytes);
    // The session's id would end beyond the message.
    lying.writeUInt16BE(40, 3);
    lying.writeUIntBE(36, 6, 3);
    lying[43] = 255;
    expect(readClientHello(lying.subarray(0, 45))).toBeNull();
  });
});

/** As the browsers of 2026 begin: values of GREASE first, but in Firefox. */
const HELLOS: Record<BrowserFamily, ClientHello> = {
  chromium: { ciphers: [0x2a_2a, 0x13_01], extensions: [0x5a_5a, 27, 17_613, 16], protocols: ['h2', 'http/1.1'] },
  firefox: { ciphers: [0x13_01, 0x13_03], extensions: [0, 34, 27, 16], protocols: ['h2', 'http/1.1'] },
  safari: { ciphers: [0xca_ca, 0x13_02], extensions: [0xba_ba, 0, 27, 16], protocols: ['h2', 'http/1.1'] },
};
const AGENTS: Record<BrowserFamily, string> = {
  chromium: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:155.0) Gecko/20100101 Firefox/155.0',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML) Version/27.0 Safari/605.1.15',
};
const ORDERS: Record<BrowserFamily, string[]> = {
  chromium: [':method', ':authority', ':scheme', ':path', 'user-agent'],
  firefox: [':method', ':path', ':authority', ':scheme', 'user-agent'],
  safari: [':method', ':scheme', ':path', ':authority', 'user-agent'],
};
const FAMILIES = ['chromium', 'firefox', 'safari'] as const;

describe('a browser', () => {
  test.each(FAMILIES)('%s is known by its hello, its request and its name together', (family) => {
    expect(browserOf(HELLOS[family], ORDERS[family], AGENTS[family])).toBe(family);
    for (const other of FAMILIES.filter((name) => name !== family)) {
      expect(browserOf(HELLOS[other], ORDERS[family], AGENTS[family])).toBeNull();
      expect(browserOf(HELLOS[family], ORDERS[other], AGENTS[family])).toBeNull();
      expect(browserOf(HELLOS[family], ORDERS[family], AGENTS[other])).toBeNull();
    }
    expect(browserOf(undefined, ORDERS[family], AGENTS[family])).toBeNull();
  });

  test('is no program that says all it says, and connects otherwise', async () => {
    const program = readClientHello(await helloBytes()) as ClientHello;
    expect(familyOf(program)).toBeNull();
    expect(familyOf({ ...HELLOS.chromium, protocols: ['http/1.1'] })).toBeNull();
    expect(familyOf({ ...HELLOS.chromium, extensions: [...HELLOS.chromium.extensions, 22] })).toBeNull();
    expect(familyOf({ ...HELLOS.firefox, extensions: [0, 27, 16] })).toBeNull();
  });
});
