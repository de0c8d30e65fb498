import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { accounts } from '#app.config';
import { LOCALES } from '#/language/locales.ts';
import { AccountConfig } from '#/model/account.ts';

/** That docs/specification.md is true of the files it names, and comments of it. */

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const document = read('docs/specification.md');

type Row = { number: string; statement: string; where: string; held: string; standing: string };

const rows = document.split('\n').flatMap((line): Row[] => {
  if (!/^\| \d/.test(line)) return [];
  const [number = '', statement = '', where = '', held = '', standing = '', ...rest] = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
  expect(rest, `${number} has a cell too many`).toEqual([]);
  return [{ number, statement, where, held, standing }];
});

/** Files named in a cell, each with the titles behind it. */
function namedIn(cell: string): { path: string; titles: string[] }[] {
  return [...cell.matchAll(/`([\w{][^`\s]*\/[^`\s]+|app\.config\.ts)`((?: “[^”]+”)*)/g)].map(
    ([, path = '', titles = '']) => ({
      path,
      titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }),
  );
}

test('statements are numbered by section, one after the other', () => {
  const counts = new Map<string, number>();
  const expected = rows.map(({ number }) => {
    const section = number.split('.')[0] ?? '';
    counts.set(section, (counts.get(section) ?? 0) + 1);
    return `${section}.${counts.get(section)}`;
  });
  expect(rows.map(({ number }) => number)).toEqual(expected);
  expect([...counts.keys()]).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

describe.each(rows)('$number', ({ where, held, standing }) => {
  test('says how it stands, where it lives and what holds it', () => {
    expect(standing).toMatch(/^(?:holds|Decided otherwise|Not shown; decided by us)/);
    expect(namedIn(where)).not.toEqual([]);
    expect(namedIn(held)).not.toEqual([]);
  });

  test('names files that there are, and tests by their names', () => {
    for (const { path, titles } of [where, held, standing].flatMap(namedIn)) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      const source = titles.length > 0 ? read(path).replaceAll("\\'", "'") : '';
      for (const title of titles) expect(source.includes(title), `${path}: ${title}`).toBe(true);
    }
    for (const { path, titles } of namedIn(held)) {
      expect(path).toMatch(/\.(?:test\.tsx?|spec\.ts)$|^src\/account\/fixtures\/rows\//);
      expect(titles, path).not.toEqual([]);
    }
  });
});

test('what comments cite is there, and nothing cites what is not in the repository', () => {
  const numbers = new Set(rows.map(({ number }) => number));
  const files = globSync('{app.config.ts,{src,scripts,tests,bench}/**/*.{ts,tsx,mjs}}', { cwd: ROOT });
  const cited = files.flatMap((file) => {
    const source = read(file);
    const own = [...source.matchAll(/specification\.md ((?:\d+\.\d+(?:–| and )?)+)/g)];
    const absent = own.flatMap(([, text = '']) => text.match(/\d+\.\d+/g) ?? []).filter((one) => !numbers.has(one));
    const elsewhere = source.match(/the specification|specification[, (]+section|'§\d/gi) ?? [];
    return [...absent, ...(file === 'scripts/specification.test.ts' ? [] : elsewhere)].map(
      (what) => `${file}: ${what}`,
    );
  });
  expect(cited).toEqual([]);
});

test('the ten languages are those of the specification', () => {
  const told = rows.flatMap(({ statement }) => {
    const [, code, iso, name, flag] =
      /^([a-z]{2}): ([a-z]{2}-[A-Z]{2}), (.+), flag ([a-z]{2})\.$/.exec(statement) ?? [];
    return code === undefined ? [] : [{ code, iso, name, flag }];
  });
  const ours = Object.entries(LOCALES).map(([code, { iso, name, flag }]) => ({ code, iso, name, flag }));
  expect(ours).toEqual(told);
  expect(told).toHaveLength(10);
});

test('authenticator apps name AWSCognito where nothing else is configured', () => {
  const { totpIssuer: _, ...others } = accounts;
  expect(v.parse(AccountConfig, others).totpIssuer).toBe('AWSCognito');
});
