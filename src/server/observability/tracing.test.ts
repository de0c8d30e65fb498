import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { requestContext } from './request-context.ts';
import { openTracing } from './tracing.ts';

type ReceivedSpan = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
};

/** A collector as OTLP over HTTP has it. */
async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const paths = new Set<string>();
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = await req.toArray();
    paths.add(req.url ?? '');
    for (const { scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, paths, endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('a request and its steps are one trace, sent to the collector', async () => {
  const collector = await startCollector();
  const tracing = await openTracing(collector.endpoint);
  await requestContext.run({ requestId: '' }, async () => {
    const request = tracing.beginRequest('request-1', { 'http.route': 'api.resolve' });
    request.enter();
    await tracing.trace('resolve', {}, async (step) => {
      await tracing.trace('extract', { platform: 'youtube' }, async () => {
        expect(requestContext.getStore()?.requestId).toBe('request-1');
      });
      step.tell({ outcome: 'ok' });
    });
    const broken = tracing.trace('transfer', {}, () => Promise.reject(new Error('https://secret.example')));
    await expect(broken).rejects.toThrow();
    request.tell({ 'http.response.status_code': 200 });
    request.end();
  });
  await tracing.close();
  collector.close();
  expect([...collector.paths]).toEqual(['/v1/traces']);
  const named = (name: string) => collector.spans.find((span) => span.name === name);
  const [request, resolve, extract, transfer] = ['request', 'resolve', 'extract', 'transfer'].map(named);
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(resolve?.parentSpanId).toBe(request?.spanId);
  expect(extract?.parentSpanId).toBe(resolve?.spanId);
  expect(transfer?.parentSpanId).toBe(request?.spanId);
  expect(transfer?.status.code).toBe(2);
  expect(resolve?.attributes).toContainEqual({ key: 'outcome', value: { stringValue: 'ok' } });
  expect(JSON.stringify(collector.spans)).not.toContain('secret');
});

test('without a collector steps just run', async () => {
  const tracing = await openTracing(undefined);
  expect(await tracing.trace('resolve', {}, async (step) => (step.tell({ outcome: 'ok' }), 7))).toBe(7);
  await tracing.close();
});
