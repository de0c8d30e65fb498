import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { elementId } from './element-id.ts';

test('ids have twelve characters, are the same for the same element, and different for each', () => {
  const seeds = Array.from({ length: 5_000 }, (_, index) => `_R_${index.toString(32)}_`);
  const ids = seeds.map(elementId);
  expect(ids.filter((id) => !/^e[\da-z]{11}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(seeds.length);
  expect(seeds.map(elementId)).toEqual(ids);
});

test('no element of the site has an id by another way', () => {
  const src = join(import.meta.dirname, '../..');
  const others = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /\buseId\(/.test(readFileSync(join(src, file), 'utf8')));
  expect(others).toEqual(['site/browser/element-id.ts']);
});
