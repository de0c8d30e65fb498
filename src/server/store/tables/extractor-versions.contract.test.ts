import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { embedded, emptied, served } from '../fixtures/contract-places.ts';
import { createExtractorVersionRepository, DECIDED, type ExtractorVersionRepository } from './extractor-versions.ts';
import type { Store } from '../store.ts';

describe.each([embedded, served])('versions of the extractor, $name', (kind) => {
  let place: Awaited<ReturnType<typeof kind.start>>;
  let store: Store;
  let repository: ExtractorVersionRepository;
  beforeAll(async () => {
    place = await kind.start();
    store = await (await place.createPlace()).open();
    repository = createExtractorVersionRepository(store);
  });
  afterEach(() => emptied(store));
  afterAll(async () => {
    await store.close();
    await place.close();
  });

  test('the bytes that were seen first under a name are those that count', async () => {
    const files = [
      { file: 'a.whl', sha256: 'a' },
      { file: 'b.whl', sha256: 'b' },
    ];
    expect(await repository.pin(files)).toEqual([]);
    expect(await repository.pin(files)).toEqual([]);
    expect(await repository.pin([{ file: 'b.whl', sha256: 'c' }])).toEqual(['b.whl']);
    expect(await repository.pin(files)).toEqual([]);
  });

  test('one leads at a time, and nobody looks again before it is time', async () => {
    const both = await Promise.all([repository.lead('one', 60), repository.lead('two', 60)]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await repository.lead('three', 60)).toBe(false);
    await repository.endLead('one');
    await repository.endLead('two');
    expect(await repository.lead('three', 60, 3600)).toBe(false);
    expect(await repository.lead('three', 60)).toBe(true);
    // Whoever does not lead ends nothing.
    await repository.endLead('one');
    expect(await repository.lead('one', 60)).toBe(false);
  });

  test('a version is taken once, told to all, watched, and left for the one before it', async () => {
    const heard: string[] = [];
    const end = store.onEvent(({ type }) => heard.push(type));
    for (const version of ['2026.11.1', '2026.11.2']) await repository.see(version, [{ name: 'yt-dlp', version }]);
    expect(await repository.take('2026.11.1', 60)).toBe(true);
    expect(await repository.take('2026.11.1', 60)).toBe(false);
    expect(await repository.take('2026.11.2', 60)).toBe(true);
    expect(await repository.decision()).toEqual({ version: '2026.11.2', previous: '2026.11.1', isWatched: true });
    expect(await repository.goBack('2026.11.1', 'losses', 'too late')).toBe(false);
    expect(await Promise.all([1, 2].map(() => repository.goBack('2026.11.2', 'losses', 'three')))).toContain(true);
    expect(await repository.decision()).toEqual({ version: '2026.11.1', previous: null, isWatched: false });
    expect(await repository.versions()).toContainEqual(
      expect.objectContaining({ version: '2026.11.2', refusal: 'losses' }),
    );
    const changes = await repository.changes(new Date(0));
    expect(changes.map(({ kind, version }) => `${kind} ${version}`).toSorted()).toEqual([
      'returned 2026.11.1',
      'taken 2026.11.1',
      'taken 2026.11.2',
    ]);
    await expect.poll(() => heard).toEqual([DECIDED, DECIDED, DECIDED]);
    end();
    // What is taken again has a clean sheet.
    await repository.addReads('2026.11.2', [{ platform: 'tiktok', answered: 1, failed: 0, lost: 3 }]);
    await repository.take('2026.11.2', 60);
    expect(await repository.reads('2026.11.2')).toEqual([]);
  });

  test('reads of all servers are added up', async () => {
    const counts = [{ platform: 'youtube', answered: 2, failed: 1, lost: 0 }] as const;
    await repository.addReads('2026.11.1', counts);
    expect(await repository.addReads('2026.11.1', [{ ...counts[0], lost: 1 }])).toEqual([
      { platform: 'youtube', answered: 4, failed: 2, lost: 1 },
    ]);
  });

  test('servers say what they run', async () => {
    await repository.tell('one', '2026.11.1', null);
    await repository.tell('one', null, 'it does not start');
    await repository.tell('two', '2026.11.1', null);
    await repository.forget('two');
    expect(await repository.nodes()).toMatchObject([{ node: 'one', version: null, trouble: 'it does not start' }]);
  });
});
