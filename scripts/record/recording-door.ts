import { pipeline, Transform } from 'node:stream';
import { inflateSync } from 'node:zlib';
import type { Egress, EgressRequest, EgressRoutes } from '#/server/egress/egress.ts';
import type { ToldExchange } from '#/server/engine/worker/protocol.ts';
import type { RawExchange } from './recording.ts';

/** Of what the engine asks itself: short links, and the beginnings of files. */
const MOST_BYTES = 64 * 1024;
/** As workers bound it (exchanges.py). */
const MOST_TOLD_BYTES = 4 * 1024 * 1024;

type Door = Egress & EgressRoutes;

/** A door that tells of each request for a page, a player or a file's beginning; what workers ask goes past it, and is told by them. */
export function recordingDoor(door: Door, note: (exchange: RawExchange) => void): Door {
  return {
    ...door,
    async request(url, options = {}) {
      const { status, headers, body } = await door.request(url, options);
      const chunks: Buffer[] = [];
      let length = 0;
      const seen = new Transform({
        transform(chunk: Buffer, _, done) {
          if (length < MOST_BYTES) chunks.push(chunk.subarray(0, MOST_BYTES - length));
          length += chunk.length;
          done(null, chunk);
        },
      });
      // Read to its end or left: either way that is all that there is to tell.
      seen.once('close', () => {
        const answer = { status, headers: Object.entries(headers), url, body: Buffer.concat(chunks) };
        note({ ...sentBy(url, options), answer: { ...answer, isCut: length > MOST_BYTES } });
      });
      return { status, headers, body: pipeline(body, seen, () => {}) };
    },
    async text(url, options) {
      const { status, headers, text } = await door.text(url, options);
      const answer = { status, headers: Object.entries(headers), url, body: Buffer.from(text), isCut: false };
      note({ ...sentBy(url, options), answer });
      return { status, headers, text };
    },
  };
}

function sentBy(url: string, { method = 'GET', headers = {}, body }: EgressRequest): Omit<RawExchange, 'answer'> {
  return { method, url, headers: Object.entries(headers), body: body === undefined ? null : Buffer.from(body) };
}

/** What a worker tells, as bytes. */
export function readTold({ body, answer, ...sent }: ToldExchange): RawExchange {
  const deflated = Buffer.from(answer.body, 'base64');
  return {
    ...sent,
    body: body === null ? null : Buffer.from(body, 'base64'),
    answer: { ...answer, body: inflateSync(deflated, { maxOutputLength: MOST_TOLD_BYTES }) },
  };
}
