import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALE_CODES } from '#/language/locales.ts';
import { FAILURE_CODES } from '#/model/failure.ts';
import { type FactPath, factAt, secondsOf } from '#/model/facts.ts';
import { NO_OPERATOR } from '#/model/operator.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { DOCUMENT_SLUGS } from '#/site/documents/document-groups.ts';
import { COMPONENT_NAMES } from './component-names.ts';
import { LABELS } from './parts/labels.ts';

const CONTENT = join(import.meta.dirname, '../../content');
const PAGES = [
  '',
  'status',
  'api',
  'account',
  'account/keys',
  'account/history',
  'account/security',
  ...PLATFORMS,
  ...DOCUMENT_SLUGS,
];

const fileOf = (locale: string, slug: string) => join(CONTENT, locale, `${slug}.mdx`);
const read = (locale: string, slug: string) => readFileSync(fileOf(locale, slug), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([matched]) => matched);
const anchorsOf = (text: string) =>
  all(text, /^#{2,3} .*$/gm).map((line) => /^#+|\[#[\w-]+\]$/g[Symbol.match](line)?.join(' '));
const componentsOf = (text: string) => all(text, /<\/?[A-Z]\w*[^<>]*>/g);
/** Of CommonMark: marks between a letter and a bracket or a full stop neither open nor close, and stay in the text as asterisks. */
const brokenBoldOf = (text: string) =>
  [...text.matchAll(/(.?)\*\*([^*\n]+)\*\*(?=(.?))/gu)]
    .filter(([, before = '', bold = '', after = '']) =>
      [before + bold[0], after + bold.at(-1)].some((edge) => /^[\p{L}\p{N}]\p{P}$/u.test(edge)),
    )
    .map(([matched]) => matched);
const linksOf = (text: string) => all(text, /\]\([^)\s]+\)/g).map((link) => link.slice(2, -1));

test.each(LOCALE_CODES)('there is every document that the groups name in %s, and no other', (locale) => {
  const files = DOCUMENT_SLUGS.map((slug) => `${slug}.mdx`);
  expect(readdirSync(join(CONTENT, locale)).toSorted()).toEqual(files.toSorted());
});

describe.each(LOCALE_CODES)('documents in %s', (locale) => {
  test('have a title, a description and a date, and titles and descriptions of their own', () => {
    const heads = DOCUMENT_SLUGS.map((slug) => {
      const [, title, description] =
        /^---\ntitle: (.+)\ndescription: (.+)\nupdated: \d{4}-\d{2}-\d{2}\n(?:legal: true\n)?---\n/.exec(
          read(locale, slug),
        ) ?? [];
      return { slug, title, description };
    });
    expect(heads.filter(({ title, description }) => !title || !description)).toEqual([]);
    expect(new Set(heads.map(({ title }) => title)).size).toBe(DOCUMENT_SLUGS.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(DOCUMENT_SLUGS.length);
  });

  test.each(DOCUMENT_SLUGS)('%s has the sections, components and links that it has in English', (slug) => {
    const [text, english] = [read(locale, slug), read('en', slug)];
    expect(anchorsOf(text)).toEqual(anchorsOf(english));
    expect(componentsOf(text).toSorted()).toEqual(componentsOf(english).toSorted());
    expect(linksOf(text).toSorted()).toEqual(linksOf(english).toSorted());
    expect(brokenBoldOf(text)).toEqual([]);
    expect(/^legal: true$/m.test(text)).toBe(/^legal: true$/m.test(english));
  });
});

describe.each(DOCUMENT_SLUGS)('%s', (slug) => {
  const text = read('en', slug);

  test('tells facts that there are', () => {
    for (const [tag = '', of = '', as] of text.matchAll(/<Fact of="([\w.]+)" as="(\w+)" \/>/g)) {
      const value = factAt(of as FactPath);
      expect(['number', 'duration', 'gigabytes', 'megabytes'], tag).toContain(as);
      if (as === 'duration') expect(secondsOf(of as FactPath, value), tag).toBeGreaterThan(0);
    }
    expect(all(text, /<Fact\b/g)).toHaveLength(all(text, /<Fact of="[\w.]+" as="\w+" \/>/g).length);
  });

  test('tells facts of the operator that there are', () => {
    for (const [tag, tells = ''] of text.matchAll(/<Operator tells="([^"]*)" \/>/g))
      for (const fact of tells.split(' ')) expect(Object.keys(NO_OPERATOR), tag).toContain(fact);
    expect(all(text, /<Operator\b/g)).toHaveLength(all(text, /<Operator tells="[\w ]+" \/>/g).length);
  });

  test('has components and failures that there are', () => {
    for (const [tag, name] of text.matchAll(/<([A-Z]\w*)/g)) expect(COMPONENT_NAMES, tag).toContain(name);
    for (const [tag, name] of text.matchAll(/<Label of="(\w+)"/g)) expect(Object.keys(LABELS), tag).toContain(name);
    for (const [tag, code] of text.matchAll(/<FailureTitle of="(\w+)"/g)) expect(FAILURE_CODES, tag).toContain(code);
  });

  test('leads to pages and sections that there are', () => {
    const addresses = linksOf(text).filter((link) => !/^(?:https?|mailto):/.test(link));
    for (const address of addresses) {
      const [path = '', anchor] = address.split('#');
      if (path !== '') expect(PAGES, address).toContain(path.slice(1));
      const target = path === '' ? slug : path.slice(1);
      if (anchor !== undefined) expect(read('en', target), address).toContain(`[#${anchor}]`);
    }
    for (const link of linksOf(text).filter((link) => link.startsWith('mailto:')))
      expect.unreachable(`${link}: addresses are the operator's (Contact)`);
  });
});

test('settings are called what the form calls them, in each language', () => {
  for (const setting of ['modes', 'quality', 'fileType', 'fileNames', 'language', 'theme'])
    expect(read('en', 'accounts')).toContain(`<Label of="${setting}" />`);
  expect(read('en', 'cookies')).toContain('| <Label of="theme" /> | `mantine-color-scheme-value` |');
});

test.each(
  (
    [
      ['accounts', 'general'],
      ['dmca', 'takedown'],
      ['contact', 'takedown'],
    ] as const
  ).flatMap(([slug, kind]) => LOCALE_CODES.map((locale) => [locale, slug, kind] as const)),
)('in %s, %s tells nobody to write where there is no address for that (%s)', (locale, slug, kind) => {
  const text = read(locale, slug);
  const address = `<Contact kind="${kind}" />`;
  expect(text).toContain(address);
  expect(text.replaceAll(new RegExp(`<IfContact kind="${kind}">[^]*?</IfContact>`, 'g'), '')).not.toContain(address);
});

test('every failure is explained', () => {
  const text = read('en', 'errors');
  expect(FAILURE_CODES.filter((code) => !text.includes(`### <FailureTitle of="${code}" /> [#${code}]\n`))).toEqual([]);
});

test('what only programs see is explained last, in a section of its own', () => {
  const [forVisitors = '', forPrograms = ''] = read('en', 'errors').split(/^## .*\[#programs\]$/m);
  const OF_PROGRAMS = /Idempotency-Key|Content-Type|\bHTTP\b|\]\(\/api\)/;
  expect(forVisitors).not.toMatch(OF_PROGRAMS);
  expect(forPrograms).toMatch(OF_PROGRAMS);
  expect(forPrograms).not.toMatch(/^## /m);
});

test('the operator, the postal address and the agent stand with the form for notices', () => {
  const [, section = ''] = read('en', 'dmca').split(/^## .*\[#send-notice\]$/m);
  expect(section.split(/^## /m)[0]).toContain('<Operator tells="name address agent takedownEmail" />');
});
