import { expect, test } from 'vitest';
import { fail, ok, type Result } from '#/model/failure.ts';
import { createPlayers } from './players.ts';

const address = (key: string) => ({ key, url: `https://www.youtube.com/${key}` });

/** Players whose scripts are their addresses, prepared by a word in front. */
function start(options: { restMs?: number } = {}) {
  const did: string[] = [];
  const disk = new Map<string, string>();
  const answers: Record<string, Result<string>> = {};
  const players = createPlayers({
    async download(url) {
      did.push(`download ${url.split('/').at(-1)}`);
      return answers[url] ?? ok(url);
    },
    async prepare(coming) {
      const script = await coming;
      if (!script.ok) return script;
      did.push(`prepare ${script.value.split('/').at(-1)}`);
      await new Promise(setImmediate);
      return script.value.includes('bad') ? { why: 'it is bad' } : ok(`prepared ${script.value}`);
    },
    kept: {
      read: async (key) => disk.get(key) ?? null,
      write: async (key, prepared) => void disk.set(key, prepared),
    },
    restMs: 60_000,
    log: (line) => did.push(line),
    ...options,
  });
  return { players, did, disk, answers };
}

test('a player is fetched and prepared once, for all who ask meanwhile and after', async () => {
  const { players, did } = start();
  const wanted = ok('prepared https://www.youtube.com/a');
  expect(await Promise.all([players.get(address('a')), players.get(address('a'))])).toEqual([wanted, wanted]);
  expect(await players.get(address('a'))).toEqual(wanted);
  expect(did).toEqual(['download a', 'prepare a']);
});

test('what is on the disk is not fetched, and memory holds the two used last', async () => {
  const { players, did, disk } = start();
  disk.set('a', 'from the disk');
  expect(await players.get(address('a'))).toEqual(ok('from the disk'));
  disk.clear();
  await players.get(address('b'));
  expect(await players.get(address('a'))).toEqual(ok('from the disk'));
  await players.get(address('c'));
  disk.clear();
  expect(await players.get(address('a'))).toEqual(ok('from the disk'));
  expect(did).toEqual(['download b', 'prepare b', 'download c', 'prepare c']);
  await players.get(address('b'));
  expect(did.slice(4)).toEqual(['download b', 'prepare b']);
});

test('new players are prepared one after the other', async () => {
  let running = 0;
  let most = 0;
  const players = createPlayers({
    download: async (url) => ok(url),
    async prepare(script) {
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 5));
      running--;
      return script;
    },
    kept: { read: async () => null, write: async () => {} },
    restMs: 0,
    log: () => {},
  });
  await Promise.all(['a', 'b', 'c'].map((key) => players.get(address(key))));
  expect(most).toBe(1);
});

test('one that cannot be prepared rests for its time, and is told once', async () => {
  const { players, did } = start();
  const failure = fail('extractor_broken', { platform: 'youtube' });
  expect(await players.get(address('bad'))).toEqual(failure);
  expect(await players.get(address('bad'))).toEqual(failure);
  expect(did).toEqual([
    'download bad',
    'prepare bad',
    'youtube: the challenges of player bad cannot be solved: it is bad',
  ]);
  const impatient = start({ restMs: 0 });
  await impatient.players.get(address('bad'));
  await impatient.players.get(address('bad'));
  expect(impatient.did.filter((what) => what === 'prepare bad')).toHaveLength(2);
});

test('one that could not be fetched does not rest', async () => {
  const { players, answers, did } = start();
  answers['https://www.youtube.com/a'] = fail('egress_down', { platform: 'youtube' });
  expect(await players.get(address('a'))).toEqual(fail('egress_down', { platform: 'youtube' }));
  delete answers['https://www.youtube.com/a'];
  expect(await players.get(address('a'))).toEqual(ok('prepared https://www.youtube.com/a'));
  expect(did).toEqual(['download a', 'download a', 'prepare a']);
});
