import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../setup/paths.mjs';
import { type Figures, measure } from './measure.ts';
import { workingTree } from './tree.ts';

/** A folder with more is several rooms. */
const MOST_FILES = 25;

/** What the code has come to. Who makes one smaller writes it down here; a larger one wants a reason in docs/decisions. */
const SMALL_FILES = 92;
const WALKS = [49, 20];

describe('the code keeps what it has come to', () => {
  let now: Figures;
  beforeAll(() => {
    now = measure(workingTree(ROOT), 'now');
  });

  test('no folder has more sources than somebody looks through', () => {
    expect(now.folders.filter(([, files]) => files > MOST_FILES)).toEqual([]);
  });

  test('no file needs itself, by types neither', () => {
    expect(now.typeCycles).toEqual([]);
  });

  test('a name is exported by one file, and imported by another', () => {
    expect([...now.homonyms]).toEqual([]);
    expect(now.unused).toEqual({ values: [], types: [] });
  });

  test('there are no more small files, and no longer walks, than there were', () => {
    expect(now.small.length).toBeLessThanOrEqual(SMALL_FILES);
    expect(now.walks.map(({ files, lost }, place) => lost.length === 0 && files.length <= (WALKS[place] ?? 0))).toEqual(
      WALKS.map(() => true),
    );
  });
});
