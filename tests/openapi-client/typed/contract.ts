import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GeneratedClient, Schemas } from './generated-client.ts';

const FILM = 'https://x.com/replica/status/1800000000000000001';
const FORMAT = 'http-832';
const TIMEOUTS = { timeout: 20_000, interval: 50 };

/** A program's client; each call may be answered by another server. */
export type Place = () => { client: GeneratedClient; readOnly: GeneratedClient; keyless: GeneratedClient };

/** What a client made of the document can rely on, whoever answers. */
export function describeGeneratedClient(name: string, place: Place): void {
  describe(`a generated client, against ${name}`, () => {
    const resolve = async (): Promise<Schemas['Resolved']> => {
      const { data, error } = await place().client.POST('/api/v1/resolve', { body: { url: FILM } });
      if (!data) throw new Error(error?.code);
      return data;
    };
    const keep = async (headers: { 'Idempotency-Key'?: string } = {}): Promise<Schemas['DownloadRecord']> => {
      const link = (await resolve()).links[FORMAT] ?? '';
      const { data, error } = await place().client.POST('/api/v1/downloads', {
        body: { link },
        params: { header: headers },
      });
      if (!data) throw new Error(error?.code);
      return data;
    };
    const read = async (id: string, waitS = 0) => {
      const { data, error } = await place().client.GET('/api/v1/downloads/{id}', {
        params: { path: { id }, query: { waitS } },
      });
      return data ?? error;
    };

    test('reads a link, and is told of its limits', async () => {
      const { media, links, canConvert } = await resolve();
      expect(media.platform).toBe('twitter');
      expect(links[FORMAT]).toMatch(/^\/api\/video\//);
      expect(canConvert).toBe(true);
      const { data, response } = await place().client.GET('/api/v1/usage');
      expect(data?.resolutions.remaining).toBeLessThan(data?.resolutions.limit ?? 0);
      const etag = response.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"/);
    });

    test('has a file made, waits for it, lists it and forgets it', async () => {
      const { id, state } = await keep();
      expect(state).toBe('queued');
      const ready = { state: 'ready', file: { bytes: expect.any(Number) } };
      await expect.poll(() => read(id, 10), TIMEOUTS).toMatchObject(ready);
      const { data } = await place().client.GET('/api/v1/downloads', { params: { query: { state: 'ready' } } });
      expect(data?.downloads.map((download) => download.id)).toContain(id);
      const { response } = await place().client.DELETE('/api/v1/downloads/{id}/record', { params: { path: { id } } });
      expect(response.status).toBe(204);
      expect(await read(id)).toMatchObject({ code: 'download_unknown' });
    });

    test('follows a download as events until it has ended', async () => {
      const { id } = await keep();
      const { data } = await place().client.GET('/api/v1/downloads/{id}/events', {
        params: { path: { id } },
        parseAs: 'text',
      });
      const states = [...(data ?? '').matchAll(/^data: (.+)$/gm)].map(
        ([, json = '']) => (JSON.parse(json) as Schemas['DownloadProgress']).state,
      );
      expect(states.at(-1)).toBe('ready');
    });

    test('cancels a download', async () => {
      const { id } = await keep();
      const { response } = await place().client.DELETE('/api/v1/downloads/{id}', { params: { path: { id } } });
      expect(response.status).toBe(204);
      await expect.poll(() => read(id), TIMEOUTS).toMatchObject({ state: 'cancelled' });
      const { error } = await place().client.POST('/api/v1/downloads/{id}/pause', { params: { path: { id } } });
      expect(error).toMatchObject({ status: 404, code: 'download_unknown' });
    });

    test('sends an order again without its being made twice', async () => {
      const name = { 'Idempotency-Key': randomUUID() };
      const link = (await resolve()).links[FORMAT] ?? '';
      const order = (body: Schemas['DownloadRequest']) =>
        place().client.POST('/api/v1/downloads', { body, params: { header: name } });
      const first = await order({ link });
      const again = await order({ link });
      expect(again.data?.id).toBe(first.data?.id);
      expect(again.response.headers.get('idempotency-replayed')).toBe('true');
      const { error } = await order({ urls: [FILM], title: 'other', kind: 'video', heightPx: null });
      expect(error).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
      await place().client.DELETE('/api/v1/downloads/{id}', { params: { path: { id: first.data?.id ?? '' } } });
    });

    test('knows how the platforms do without a key', async () => {
      const { data } = await place().keyless.GET('/api/v1/platforms');
      expect(data?.twitter?.state).toBe('working');
      const { data: status } = await place().keyless.GET('/api/v1/status');
      expect(status?.platforms['youtube']?.hours).toHaveLength(24);
      const { data: health } = await place().keyless.GET('/api/v1/health');
      expect(health).toMatchObject({ status: 'ok', engine: { available: true } });
    });

    test('is refused by codes that its types know', async () => {
      const codeOf = async (client: GeneratedClient, url: string) => {
        const { error } = await client.POST('/api/v1/resolve', { body: { url } });
        const code: Schemas['FailureCode'] | undefined = error?.code;
        return code;
      };
      const { client, readOnly, keyless } = place();
      expect(await codeOf(keyless, FILM)).toBe('unauthorized');
      expect(await codeOf(readOnly, FILM)).toBe('forbidden');
      expect(await codeOf(client, 'https://example.org/film')).toBe('unsupported_host');
      expect(await codeOf(client, 'https://www.youtube.com/watch?v=Private0001')).toBe('private');
      // @ts-expect-error A link is text: the types that were made say so, too.
      const { error } = await client.POST('/api/v1/resolve', { body: { url: 1 } });
      expect(error).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '#/url' }] });
    });
  });
}
