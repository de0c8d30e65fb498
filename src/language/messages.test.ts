import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALE_CODES } from './locales.ts';

type Variant = { declarations?: string[]; selectors?: string[]; match: Record<string, string> };
type Messages = Record<string, string | Variant[]>;

const ROOT = join(import.meta.dirname, '../..');

function read(locale: string): Messages {
  const { $schema: _, ...messages } = JSON.parse(readFileSync(join(ROOT, `messages/${locale}.json`), 'utf8'));
  return messages;
}

const english = read('en');
const keys = Object.keys(english);

function texts(message: string | Variant[] | undefined): string[] {
  if (message === undefined) return [];
  return typeof message === 'string' ? [message] : message.flatMap((variant) => Object.values(variant.match));
}

function parameters(message: string | Variant[] | undefined): string[] {
  const names = texts(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''));
  return [...new Set(names)].toSorted();
}

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return entry.name === 'paraglide' || entry.name === 'server' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}

test('there are ten message files, one for each language', () => {
  const files = readdirSync(join(ROOT, 'messages')).filter((name) => name.endsWith('.json'));
  expect(files.toSorted()).toEqual(LOCALE_CODES.map((code) => `${code}.json`).toSorted());
});

test('every message is used, and every message that is used exists', () => {
  const code = sources(join(ROOT, 'src')).join('\n');
  const used = new Set([...code.matchAll(/\bm\.([a-z]\w*)/g)].map((match) => match[1]));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
  expect([...used].filter((key) => key !== undefined && !Object.hasOwn(english, key))).toEqual([]);
});

test('no sentence has a space put behind it, since Japanese and Chinese want none: see gapAfter', () => {
  const code = sources(join(ROOT, 'src')).join('\n');
  const spaced = /(?<!=)\{(?:m\.([a-z]\w*)|FAILURE_TEXT\[[\w.]+\]\.\w+)\((?:[^()]|\([^()]*\))*\)\}(?= |\{' '\})/g;
  const isSentence = (key: string) => texts(read('ja')[key]).some((text) => /[。！？]$/.test(text));
  const found = [...code.matchAll(spaced)];
  expect(found.length, 'words that are no sentences').toBeGreaterThan(0);
  expect(found.filter(([, key]) => key === undefined || isSentence(key)).map(([text]) => text)).toEqual([]);
});

test('a label and what it is of are joined by a message, since not every language writes a colon as English does', () => {
  const code = sources(join(ROOT, 'src')).join('\n');
  // Before the choice in a menu of the frame it is only heard, and no mark is.
  expect(code.match(/\bm\.\w+\([^)]*\)\}: (?!<\/span>).*/g) ?? []).toEqual([]);
});

describe.each(LOCALE_CODES)('messages in %s', (locale) => {
  const messages = read(locale);

  test('have every key of English and no other', () => {
    expect(Object.keys(messages).toSorted()).toEqual(keys.toSorted());
  });

  test('take the same parameters as English', () => {
    const differing = keys.filter(
      (key) =>
        `${parameters(messages[key]).filter((p) => p !== 'count')}` !==
        `${parameters(english[key]).filter((p) => p !== 'count')}`,
    );
    expect(differing).toEqual([]);
  });

  test('are not empty, and not merely English', () => {
    expect(keys.filter((key) => texts(messages[key]).some((text) => text.trim() === ''))).toEqual([]);
    if (locale === 'en') return;
    const sentences = keys.filter((key) => texts(english[key]).some((text) => text.split(' ').length > 4));
    expect(sentences.filter((key) => `${texts(messages[key])}` === `${texts(english[key])}`)).toEqual([]);
  });

  test('give each plural a form for every count: its categories in this language, and a catch-all', () => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((c) => c !== 'other');
    const broken = keys.filter((key) => {
      const message = messages[key];
      if (message === undefined || typeof message === 'string') return false;
      return message.some(({ match }) => {
        const conditions = Object.keys(match);
        const catchAll = conditions.some((c) => c.split(',').every((part) => part.trim().endsWith('=*')));
        const needed = categories.filter((c) => c !== 'many' || locale === 'ru');
        return !catchAll || needed.some((category) => !conditions.some((c) => c.endsWith(`=${category}`)));
      });
    });
    expect(broken).toEqual([]);
  });
});
