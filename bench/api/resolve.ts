import { Pool } from 'undici';
import { API_KEY } from '../../tests/setup/site.ts';
import { type Child, startChild } from '../children.ts';
import { percentile, type Row, row } from '../table.ts';
import { cpuS } from '../usage.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const CONNECTIONS = 8;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 8_000;

/** What a page shows of a link, and what the downloader API always answers of it. */
const CARD = `query ($url: String!) { media(url: $url) {
  platform title durationS author { name } thumbnailLink
  formats { id kind container heightPx size { bytes exact } link }
} }`;
const WHOLE = `query ($url: String!) { media(url: $url) {
  platform id canonicalUrl kind title author { name url } durationS publishedAt thumbnailId thumbnailLink storyboardLink archiveLink
  chapters { title startS endS } hints { startS itemIndex } itemCount canConvert expiresAt
  formats {
    id kind container videoCodec audioCodec widthPx heightPx fps dynamicRange audioBitrateKbps language automatic
    size { bytes exact } delivery compatibility recommended link shownLink
  }
  items { index title }
} }`;

type Asked = { name: string; path: string; body: unknown };
type Figures = { perCpuS: number; p99Ms: number };

const BARE: Asked = { name: 'bare', path: '/bare', body: { url: LINK } };
const REST: Asked = { name: '/api/v1/resolve', path: '/api/v1/resolve', body: { url: LINK } };
const COBALT: Asked = { name: '/api/cobalt/', path: '/api/cobalt/', body: { url: LINK } };
const graphql = (name: string, query: string): Asked => ({
  name: `/api/graphql (${name})`,
  path: '/api/graphql',
  body: { query, variables: { url: LINK } },
});

/**
 * Links whose media are known already, by the downloader API and by that of existing clients, beside an echo of Node's own server; and by
 * GraphQL, beside the downloader API.
 */
export async function resolveFromCache(): Promise<Row[]> {
  const server = await startChild('api/resolve-server.ts');
  try {
    const bare = await measure(server, BARE);
    const rest = await measure(server, REST);
    const rows = [...rowsOf(REST, rest, bare, 'echo'), ...rowsOf(COBALT, await measure(server, COBALT), bare, 'echo')];
    for (const asked of [graphql('a card', CARD), graphql('everything', WHOLE)])
      rows.push(...rowsOf(asked, await measure(server, asked), rest, REST.name));
    return rows;
  } finally {
    await server.close();
  }
}

function rowsOf({ name }: Asked, ours: Figures, baseline: Figures, against: string): Row[] {
  return [
    row(`from cache: ${name}`, `per s on one core vs ${against}`, ours.perCpuS, baseline.perCpuS),
    row(`from cache: ${name}`, `p99 ms, ${CONNECTIONS} at once, vs ${against}`, ours.p99Ms, baseline.p99Ms),
  ];
}

async function measure(server: Child, asked: Asked): Promise<Figures> {
  await load(server, asked, WARM_UP_MS);
  const before = cpuS(server.pid);
  const tookMs = await load(server, asked, MEASURE_MS);
  return { perCpuS: tookMs.length / (cpuS(server.pid) - before), p99Ms: percentile(tookMs, 0.99) };
}

/** Each connection asks again when it is answered. Milliseconds of each request. */
async function load({ port }: Child, { path, ...asked }: Asked, ms: number): Promise<number[]> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS });
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'api-key': API_KEY };
  const body = JSON.stringify(asked.body);
  const endMs = performance.now() + ms;
  const tookMs: number[] = [];
  const asker = async (): Promise<void> => {
    for (let beganMs = performance.now(); beganMs < endMs; beganMs = performance.now()) {
      const answer = await pool.request({ path, method: 'POST', headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || text.includes('"errors"')) throw new Error(`${path}: ${answer.statusCode}`);
      tookMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, asker));
  await pool.close();
  return tookMs;
}
