import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALE_CODES } from '#/language/locales.ts';
import { ALL_SENTENCES } from '../fixtures/sentences.ts';
import { LANGUAGE_CODES } from './languages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'messages/authenticator');

function read(language: string): Record<string, string> {
  const { $schema: _, ...texts } = JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'));
  return texts;
}

const english = read('en');
const keys = Object.keys(english);

function parameters(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
}

/** Sources that speak the authenticator's texts: by the name they import them under. */
function speakers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'paraglide' ? [] : speakers(path);
    if (!/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) return [];
    const source = readFileSync(path, 'utf8');
    return /import \{ m as text \}/.test(source) ? [source] : [];
  });
}

test('there are twenty files, one for each language, and the project has the same', () => {
  expect(LANGUAGE_CODES).toHaveLength(20);
  expect(readdirSync(FOLDER).toSorted()).toEqual(LANGUAGE_CODES.map((code) => `${code}.json`).toSorted());
  const settings = JSON.parse(readFileSync(join(ROOT, 'project.authenticator.inlang/settings.json'), 'utf8'));
  expect(settings.locales.toSorted()).toEqual(LANGUAGE_CODES.toSorted());
});

test('every text is used, and every text that is used exists', () => {
  const used = new Set(
    speakers(join(ROOT, 'src/account')).flatMap((source) =>
      [...source.matchAll(/(?<![\w-])text\.([a-z]\w*)/g)].map((match) => match[1] ?? ''),
    ),
  );
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
  expect([...used].filter((key) => !Object.hasOwn(english, key))).toEqual([]);
});

/** Word for word what docs/specification.md quotes: labels (2.16–2.28, 3.16, 3.24, 4.24), and all messages. */
const LABELS = [
  'Sign In',
  'Create Account',
  'Skip',
  'Code',
  'COPY',
  'COPIED',
  'Sign In with {provider}',
  'Sign Up with {provider}',
  'I agree with the Terms & Conditions',
  'It may take a minute to arrive.',
];

test.each([...LABELS, ...ALL_SENTENCES])('English says %j', (quoted) => {
  const said = Object.values(english).map((text) => text.replace('{minLength}', '8'));
  expect(said).toContain(quoted);
});

describe.each(LANGUAGE_CODES)('the texts in %s', (language) => {
  const texts = read(language);

  test('have every key of English and no other, in the same order', () => {
    expect(Object.keys(texts)).toEqual(keys);
  });

  test('take the same parameters as English', () => {
    const differing = keys.filter((key) => `${parameters(texts[key])}` !== `${parameters(english[key])}`);
    expect(differing).toEqual([]);
  });

  test('are not empty, have no space at an end, and are not merely English', () => {
    expect(keys.filter((key) => (texts[key] ?? '').trim() === '' || texts[key] !== texts[key]?.trim())).toEqual([]);
    if (language === 'en') return;
    const sentences = keys.filter((key) => (english[key] ?? '').split(' ').length > 2);
    expect(sentences.filter((key) => texts[key] === english[key])).toEqual([]);
  });

  test('name the terms as the sentence does whose link they are', () => {
    expect(texts['terms_agree']).toContain(texts['terms_name']);
  });

  test('are written in the script of the language', () => {
    const script = { ru: 'Cyrillic', uk: 'Cyrillic', he: 'Hebrew', ko: 'Hangul', zh: 'Han' }[language as string];
    if (script === undefined) return;
    const own = new RegExp(`\\p{Script=${script}}`, 'u');
    const foreign = keys.filter((key) => !own.test(texts[key] ?? ''));
    expect(foreign).toEqual([]);
  });
});

/** Languages that only the dialog speaks: the glossaries of the site's own are about all of the site. */
const OWN_LANGUAGES = LANGUAGE_CODES.filter((code) => !LOCALE_CODES.some((site) => site === code));

/** Each row's English term, with the words for it, notes in brackets left out. */
function glossaryOf(language: string): [term: string, words: string[]][] {
  const [, , ...rows] = readFileSync(join(ROOT, `messages/glossary/${language}.md`), 'utf8').match(/^\|.*/gm) ?? [];
  return rows.map((row) => {
    const [, term = '', words = ''] = row.split('|').map((cell) => cell.replaceAll(/\([^)]*\)/g, '').trim());
    return [term, words.split(', ')];
  });
}

test.each(OWN_LANGUAGES)('the glossary in %s has the words of the texts', (language) => {
  const rows = glossaryOf(language);
  const said = Object.values(read(language)).join('\n').toLocaleLowerCase(language);
  expect(rows.length).toBeGreaterThanOrEqual(12);
  const unsaid = rows.filter(([, words]) => !words.some((word) => said.includes(word.toLocaleLowerCase(language))));
  expect(unsaid).toEqual([]);
});
