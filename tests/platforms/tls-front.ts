import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Certificates } from './certificates.ts';
import { type ClientHello, readClientHello } from './client-hello.ts';

/** The TLS port of the replicas, which sees how clients begin before it answers them. */
export type TlsFront = {
  listen(port: number): Promise<number>;
  /** How the client of a request began its connection; undefined: not by TLS. */
  helloOf(request: IncomingMessage): ClientHello | undefined;
  close(): void;
};

/** Speaks HTTP/2 with those who offer it and HTTP/1.1 with all others, as the platforms do. */
export function createTlsFront({ key, cert }: Pick<Certificates, 'key' | 'cert'>, answer: RequestListener): TlsFront {
  const one = createTlsServer({ key, cert }, answer);
  const two = createSecureServer({ key, cert }, (request, response) => answer(...likeOne(request, response)));
  const hellos = new Map<number, ClientHello>();
  const open = new Set<Socket>();

  const front = createServer((socket) => {
    open.add(socket);
    const port = socket.remotePort ?? 0;
    socket.once('close', () => {
      open.delete(socket);
      hellos.delete(port);
    });
    socket.on('error', () => socket.destroy());
    let seen = Buffer.alloc(0);
    const look = () => {
      const bytes: Buffer | null = socket.read();
      if (bytes === null) return;
      seen = Buffer.concat([seen, bytes]);
      const hello = readClientHello(seen);
      if (hello === 'more') return;
      socket.off('readable', look);
      if (hello === null) return void socket.destroy();
      hellos.set(port, hello);
      socket.unshift(seen);
      (hello.protocols.includes('h2') ? two : one).emit('connection', socket);
    };
    socket.on('readable', look);
  });

  return {
    async listen(port) {
      front.listen(port, '127.0.0.1');
      await once(front, 'listening');
      return (front.address() as AddressInfo).port;
    },
    helloOf: ({ socket }) => hellos.get(socket.remotePort ?? 0),
    close() {
      front.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Node gives both protocols nearly the same form; only the host has another name. */
function likeOne(request: Http2ServerRequest, response: Http2ServerResponse): [IncomingMessage, ServerResponse] {
  request.headers.host ??= request.authority;
  return [request, response] as unknown as [IncomingMessage, ServerResponse];
}
