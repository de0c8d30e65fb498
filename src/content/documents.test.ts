import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allowances } from '#app.config';
import { LOCALE_CODES } from '#/language/locales.ts';

const CONTENT = join(import.meta.dirname, '../../content');
const slugs = readdirSync(join(CONTENT, 'en')).toSorted();

test.each(LOCALE_CODES)('every document exists in %s, with title, description and date', (locale) => {
  expect(readdirSync(join(CONTENT, locale)).toSorted()).toEqual(slugs);
  for (const slug of slugs) {
    const text = readFileSync(join(CONTENT, locale, slug), 'utf8');
    expect(text, slug).toMatch(/^---\ntitle: .+\ndescription: .+\nupdated: \d{4}-\d{2}-\d{2}\n---\n/);
    const english = readFileSync(join(CONTENT, 'en', slug), 'utf8');
    expect(text.match(/^## /gm)?.length, slug).toBe(english.match(/^## /gm)?.length);
    expect(text.match(/\]\([^)]+\)/g)?.toSorted(), slug).toEqual(english.match(/\]\([^)]+\)/g)?.toSorted());
  }
});

test.each(LOCALE_CODES)('what is said of accounts in %s is what holds', (locale) => {
  const text = readFileSync(join(CONTENT, locale, 'privacy.mdx'), 'utf8');
  expect(text).toMatch(new RegExp(`(?<!\\d)${allowances.queueEntries}(?!\\d)`));
  for (const named of ['`visitor`', 'JSON', 'Amazon Cognito']) expect(text).toContain(named);
});
