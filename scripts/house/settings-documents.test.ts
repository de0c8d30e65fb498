import { expect, test } from 'vitest';
import { SETTING_GROUPS } from '#/server/env-texts.ts';
import { readSettings, SETTING_NAMES } from '#/server/env.ts';
import { factsOf } from './setting-facts.ts';
import { configurationDocument, exampleFile } from './settings-documents.ts';

const described = SETTING_GROUPS.flatMap(({ settings }) => Object.entries(settings));

test('every setting has its meaning, once', () => {
  expect(described.map(([name]) => name).toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test('what holds without a setting is told by the schema, or in words, and not by both', () => {
  for (const [name, { without }] of described) {
    const { preset } = factsOf(name as keyof (typeof SETTING_GROUPS)[number]['settings']);
    expect([name, preset === null]).toEqual([name, without !== undefined]);
  }
});

test('a schema tells default, words and ends', () => {
  expect(factsOf('PORT')).toEqual({ preset: '3000', words: [], least: 1, largest: 65_535 });
  expect(factsOf('IDENTITY')).toEqual({
    preset: 'embedded',
    words: ['embedded', 'cognito', 'off'],
    least: null,
    largest: null,
  });
  expect(factsOf('GRAPHQL_INTROSPECTION').words).toEqual(['on', 'off']);
  expect(factsOf('EXTRA_HOSTS').preset).toBeNull();
});

test('a file .env of all that .env.example sets is what holds without one', () => {
  const lines = [...exampleFile().matchAll(/^([A-Z][A-Z\d_]+)=(.*)$/gm)];
  expect(lines.length).toBeGreaterThan(30);
  const { ACCOUNTS: _, ...rest } = readSettings(Object.fromEntries(lines.map(([, name, value]) => [name, value])));
  expect(readSettings({})).toMatchObject(rest);
});

test('samples are settings that can be used', () => {
  for (const [name, { example }] of described) {
    if (example === undefined || ['EMBED_ORIGINS', 'EGRESS_PLATFORM_ROUTES', 'PLATFORM_COOKIES'].includes(name))
      continue;
    expect(() => readSettings({ [name]: example }), name).not.toThrow();
  }
  const ways = { EGRESS_ROUTES: 'six=2001:db8:1::/64,eu=direct,home=direct' };
  for (const name of ['EGRESS_PLATFORM_ROUTES', 'PLATFORM_COOKIES']) {
    const sample = described.find(([one]) => one === name)?.[1].example;
    expect(() => readSettings({ ...ways, [name]: sample }), name).not.toThrow();
  }
});

test('both documents name each setting once, with what it means', () => {
  const page = configurationDocument();
  const example = exampleFile();
  for (const [name, { means }] of described) {
    expect(page.split(`- **\`${name}\`**`), name).toHaveLength(2);
    expect(page).toContain(means);
    expect([...example.matchAll(new RegExp(`^(?:# )?${name}=`, 'gm'))], name).toHaveLength(1);
  }
  expect(
    example.split('\n').filter((line) => line.startsWith('# ') && line.length > 120 && line.includes(' ', 120)),
  ).toEqual([]);
});
