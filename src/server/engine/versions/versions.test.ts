import { expect, test, vi } from 'vitest';
import type { ExtractorRead } from '#/model/engine/extractor-version.ts';
import type { ExtractorInstance } from './extractor-instance.ts';
import { createVersions } from './versions.ts';
import type { Pool } from '../worker/pool.ts';

/** An instance that notes what becomes of it. */
function instanceOf(extractor: string) {
  const close = vi.fn(async () => {});
  const resize = vi.fn();
  const pool: Pool = {
    started: Promise.resolve(),
    ready: () => ({
      ready: true,
      extractor,
      python: '3.11',
      challengeScripts: null,
      browserFingerprints: true,
      curlCffi: null,
    }),
    run: async () => ({ ok: false, failure: { code: 'busy' } }),
    stats: () => ({ size: 1, busy: 0, queued: 0, restarts: 0 }),
    filled: async () => {},
    resize,
    close: async () => {},
  };
  const solver: ExtractorInstance['solver'] = {
    isAble: () => true,
    use: () => {},
    settled: async () => {},
    solve: async () => ({ ok: true, value: [] }),
    counts: () => ({ solved: 0, failed: 0, restarts: 0 }),
    stats: () => ({ pid: undefined, restarts: 0 }),
    close: async () => {},
  };
  return { instance: { place: { extractorPath: extractor, cacheDir: extractor }, pool, solver, close }, close, resize };
}

test('a version that is taken over from ends when it has finished what it reads', async () => {
  const [old, other] = [instanceOf('old'), instanceOf('new')];
  const versions = createVersions(old.instance, { sizes: { size: 3 }, onRead: () => {} });
  const finish = Promise.withResolvers<void>();
  const reading = versions.use(({ first }) => finish.promise.then(() => first.version()));
  await versions.takeOver(other.instance, { isWatched: false });
  expect(other.resize).toHaveBeenLastCalledWith({ size: 3 });
  expect(await versions.use(async ({ first, second }) => [first.version(), second])).toEqual(['new', null]);
  expect(old.close).not.toHaveBeenCalled();
  finish.resolve();
  expect(await reading).toBe('old');
  expect(old.close).toHaveBeenCalledOnce();
});

test('while the new one is watched, the one before stays with one worker, as soon as it has finished what it reads first', async () => {
  const [old, other] = [instanceOf('old'), instanceOf('new')];
  const noted: [string, ExtractorRead][] = [];
  const versions = createVersions(old.instance, {
    sizes: { size: 3 },
    onRead: (version, _, read) => noted.push([version, read]),
  });
  const finish = Promise.withResolvers<void>();
  const reading = versions.use(() => finish.promise);
  await versions.takeOver(other.instance, { isWatched: true });
  expect(old.resize).not.toHaveBeenCalled();
  finish.resolve();
  await reading;
  expect(old.resize).toHaveBeenLastCalledWith({ size: 1 });

  const watched = Promise.withResolvers<void>();
  const late = versions.use(async ({ second, note }) => {
    await watched.promise;
    note('tiktok', 'lost');
    return second?.version();
  });
  versions.settle();
  expect(old.close).not.toHaveBeenCalled();
  watched.resolve();
  expect(await late).toBe('old');
  expect([noted, old.close.mock.calls.length]).toEqual([[['new', 'lost']], 1]);
});

test('the one before takes over again with all its workers, and the new one ends', async () => {
  const [old, other] = [instanceOf('old'), instanceOf('new')];
  const versions = createVersions(old.instance, { sizes: { size: 3 }, onRead: () => {} });
  await versions.takeOver(other.instance, { isWatched: true });
  await versions.takeOver(old.instance, { isWatched: false });
  expect(old.resize).toHaveBeenLastCalledWith({ size: 3 });
  expect([versions.first() === old.instance, versions.second()]).toEqual([true, null]);
  expect([old.close.mock.calls.length, other.close.mock.calls.length]).toEqual([0, 1]);
  await versions.close();
  expect(old.close).toHaveBeenCalledOnce();
});
