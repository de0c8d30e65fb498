import { expect, test } from 'vitest';
import { EgressError, type EgressRequest } from '#/server/egress/egress.ts';
import { exchange, readAttestation } from './attestation.ts';

const ROUTE = { name: 'eu', localAddress: null };
const HOME = 'https://www.youtube.com/';
const INTERPRETER = 'https://www.google.com/js/th/a-b_c.js';
const CONFIG = '<script>ytcfg.set({"EVENT_ID":"event","INNERTUBE_CONTEXT":{"client":{}}});</script>';

const challenge = (interpreter: string) => ({
  bgChallenge: {
    interpreterUrl: { privateDoNotAccessOrElseTrustedResourceUrlWrappedValue: interpreter },
    program: "it's a program",
    globalName: 'vm',
  },
});
/** As pages have it: texts in the page's own quotes. */
const inQuotes = (value: object) =>
  JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\x22');
const pageWith = (interpreter: string) =>
  `<script>ytcfg.set({"other":true});</script>${CONFIG}<script>if (window.ytAtN) {window.ytAtN({'R':'${inQuotes(challenge(interpreter))}','T':'t',})}</script>`;

/** YouTube by its answers: texts, or the status that is none. */
function youtube(answers: Record<string, string | number | EgressError>) {
  const asked: (EgressRequest & { url: string })[] = [];
  const egress = {
    async text(url: string, request: EgressRequest) {
      asked.push({ url, ...request });
      const answer = answers[url.split('?')[0] ?? ''] ?? 404;
      if (answer instanceof Error) throw answer;
      return typeof answer === 'number'
        ? { status: answer, headers: {}, text: '' }
        : { status: 200, headers: {}, text: answer };
    },
  };
  return { asked, asking: { egress, route: ROUTE, signal: AbortSignal.timeout(60_000) } };
}

const read = { program: "it's a program", globalName: 'vm', interpreter: 'script' };

test('a page tells the program and its settings, and who interprets it; all is asked by one way, as one browser', async () => {
  const { asked, asking } = youtube({ [HOME]: pageWith('//www.google.com/js/th/a-b_c.js'), [INTERPRETER]: 'script' });
  expect(await readAttestation(asking)).toEqual({
    ok: true,
    value: { ...read, config: { EVENT_ID: 'event', INNERTUBE_CONTEXT: { client: {} } } },
  });
  expect(asked.map(({ url }) => url)).toEqual([HOME, INTERPRETER]);
  expect(asked.every(({ route }) => route === ROUTE)).toBe(true);
  expect(new Set(asked.map(({ headers }) => headers?.['user-agent'])).size).toBe(1);
});

test('a page without a program is asked for one, with what it has for that', async () => {
  const { asked, asking } = youtube({
    [HOME]: `${CONFIG}<script>window.ytAtN({'T':'t'})</script>`,
    [`${HOME}youtubei/v1/att/get`]: JSON.stringify(challenge(INTERPRETER)),
    [INTERPRETER]: 'script',
  });
  expect(await readAttestation(asking)).toMatchObject({ ok: true, value: read });
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
    context: { client: {} },
    engagementType: 'ENGAGEMENT_TYPE_UNBOUND',
    eacrToken: 't',
  });
});

test.each([
  ['is empty', ''],
  ['has no settings', '<script>window.ytAtN({})</script>'],
  ['has settings that are none', '<script>ytcfg.set({"EVENT_ID":1});ytcfg.set({oops});window.ytAtN({})</script>'],
  ['has an interpreter of another host', pageWith('//evil.example/js/th/x.js')],
  ['has one below a host that looks alike', pageWith('//www.google.com.evil.example/js/th/x.js')],
  ['has no script for one', pageWith('//www.google.com/url?q=x.js')],
  ['has one without encryption', pageWith('http://www.google.com/js/th/x.js')],
  ['has nothing to ask for a program with', `${CONFIG}<script>window.ytAtN({})</script>`],
  ['cannot be read', `${CONFIG}<script>window.ytAtN({{{})</script>`],
])('a page that %s is not understood, and nothing else is asked', async (_, page) => {
  const { asked, asking } = youtube({ [HOME]: page });
  expect(await readAttestation(asking)).toEqual({
    ok: false,
    failure: { code: 'extractor_broken', platform: 'youtube' },
  });
  expect(asked).toHaveLength(1);
});

test.each([
  [429, 'rate_limited'],
  [403, 'upstream_forbidden'],
  [503, 'upstream_error'],
  [302, 'extractor_broken'],
  [new EgressError('egress_down', 'x'), 'egress_down'],
])('a page that is answered %s is %s', async (answer, code) => {
  const { asking } = youtube({ [HOME]: answer });
  expect(await readAttestation(asking)).toMatchObject({ failure: { code } });
});

const SERVICE = 'https://www.youtube.com/api/jnn/v1/GenerateIT';

test.each([
  ['five minutes before it ends', '["token",43200,300,"other"]', 42_900_000],
  ['its end where it does not tell', '["token",600]', 600_000],
  ['half of its life at least', '["token",600,900,"other"]', 300_000],
])('an integrity token is good: until %s', async (_, text, lifeMs) => {
  const { asked, asking } = youtube({ [SERVICE]: text });
  expect(await exchange(asking, 'response')).toEqual({ ok: true, value: { token: 'token', lifeMs } });
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual([expect.any(String), 'response']);
  expect(asked[0]).toMatchObject({ method: 'POST', route: ROUTE });
});

test.each(['[null,null,null,"other"]', '{}', 'oops'])('whoever gets none is taken for a robot: %s', async (text) => {
  const { asking } = youtube({ [SERVICE]: text });
  expect(await exchange(asking, 'response')).toMatchObject({ failure: { code: 'blocked_bot_check' } });
});
