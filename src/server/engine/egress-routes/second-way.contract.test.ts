import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '#/model/platform.ts';
import { type SiteNode, startTwoWays, type TwoWays } from '../fixtures/two-ways.ts';

const NONSENSE = '<html><title>Hello</title><body>Nothing to see.</body></html>';
const LOGIN = '<html><title>Log in</title><form id="login_form" action="/login/"></form></html>';

const WATCH = 'https://www.facebook.com/watch/?v=900000000000001';
const TWEET = 'https://x.com/replica/status/1800000000000000001';

let ways: TwoWays;
let node: SiteNode;

beforeAll(async () => {
  ways = await startTwoWays();
});
afterAll(() => ways.close());
afterEach(async () => {
  await node.close();
  ways.platforms.reset();
});

/** Opens a node that is shown a wall by these ways. */
async function behindWall(html: string, walled: readonly ('eu' | 'us')[], routes?: readonly ('eu' | 'us')[]) {
  node = await ways.openNode(routes);
  ways.platforms.knobs.wall = { from: walled.map((name) => ways[name].from), html };
  return node.engine;
}

const seen = () => [...new Set(ways.platforms.log.map(({ from }) => from))];
const statesOf = (platform: Platform) => node.engine.platformRoutes(platform).map(({ state }) => state);
const failuresOf = (platform: Platform) => node.engine.routeTotals(platform).map(({ failures }) => [...failures]);

describe.each([
  ['a login', LOGIN, WATCH, 'facebook', 'login_required'],
  ['a page without the data', NONSENSE, WATCH, 'facebook', 'unavailable'],
  ['a page where data was expected', NONSENSE, TWEET, 'twitter', 'extractor_broken'],
] as const)('%s', (_, html, link, platform, code) => {
  it('to one address alone is no answer: another way is asked, and neither rests', async () => {
    const engine = await behindWall(html, ['eu']);
    const result = await engine.resolve(link);
    if (!result.ok) throw new Error(result.failure.code);
    expect(new Set([...result.value.sources.values()].map(({ route }) => route?.name))).toEqual(new Set(['us']));
    expect(engine.platformHealth(platform)).toMatchObject({ state: 'working', reason: null });
    expect(statesOf(platform)).toEqual(['working', 'working']);
    // For operators: which way is told something else than the others.
    expect(failuresOf(platform)).toEqual([[[code, 1]], []]);
  });

  it('to both is the answer, and is asked for no third time', async () => {
    const engine = await behindWall(html, ['eu', 'us']);
    expect(await engine.resolve(link)).toMatchObject({ ok: false, failure: { code } });
    expect(seen()).toEqual([ways.eu.from, ways.us.from]);
    expect(statesOf(platform)).toEqual(['working', 'working']);
  });

  it('is the answer where there is one way', async () => {
    const engine = await behindWall(html, ['eu'], ['eu']);
    expect(await engine.resolve(link)).toMatchObject({ ok: false, failure: { code } });
    expect(seen()).toEqual([ways.eu.from]);
  });
});

it('what names the matter is believed at once', async () => {
  node = await ways.openNode();
  const gone = await node.engine.resolve('https://www.facebook.com/watch/?v=900000000000013');
  expect(gone).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  expect(seen()).toEqual([ways.eu.from]);
});

it('the other way may know better why it is not there', async () => {
  const engine = await behindWall(LOGIN, ['eu']);
  const gone = await engine.resolve('https://www.facebook.com/watch/?v=900000000000013');
  expect(gone).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  expect(seen()).toEqual([ways.eu.from, ways.us.from]);
});

it('a way that is refused has no say', async () => {
  const engine = await behindWall(LOGIN, ['eu']);
  ways.platforms.knobs.refusedFrom = [ways.us.from];
  expect(await engine.resolve(WATCH)).toMatchObject({ ok: false, failure: { code: 'login_required' } });
  expect(statesOf('facebook')).toEqual(['working', 'resting']);
});
