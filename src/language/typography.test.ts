import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What a language never has in a text, with how it is written instead. */
type Rule = { never: RegExp; instead: string };

const ROOT = join(import.meta.dirname, '../..');
/** Letters and marks of Chinese and Japanese, full-width forms included. */
const CJK = String.raw`[\u3040-\u30ff\u3400-\u9fff\u300c-\u300f\uff00-\uffef]`;
/** What stands for a parameter, a link's address, code or a tag: no letter, and no mark of any language. */
const INSERTED = '\uE000';

const fullWidth: Rule[] = [
  { never: new RegExp(`${CJK}[:;?!()]|[;?!()]${CJK}`), instead: 'full-width punctuation beside its letters' },
  { never: /[：；？！，。、] (?! *\|)/, instead: 'no space after full-width punctuation' },
];

const RULES: Record<string, Rule[]> = {
  en: [{ never: /\w'\w/, instead: 'a typographic apostrophe' }],
  fr: [
    { never: /[^\u202f\s;?!][;?!](?=\s|$)| [;?!]|\u00a0[;?!]/, instead: 'a narrow no-break space before ; ? !' },
    { never: /[^\u00a0\s\d/]:(?=\s|$)|[ \u202f]:/, instead: 'a no-break space before a colon' },
    { never: /«[^\u00a0]|[^\u00a0]»/, instead: 'no-break spaces inside « »' },
    { never: /\w'\w/, instead: 'a typographic apostrophe' },
  ],
  ja: fullWidth,
  ko: [{ never: /\((?:을|를|이|가|은|는|와|과|으|이)\)/, instead: 'a sentence that needs no choice of particle' }],
  zh: [...fullWidth, { never: new RegExp(`${CJK},|,${CJK}`), instead: 'a full-width comma' }],
  he: [
    { never: new RegExp(`(?<!\u2068)${INSERTED}|${INSERTED}(?!\u2069)`), instead: 'isolates around what is inserted' },
  ],
};

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  const { declarations: _, selectors: _ignored, ...rest } = value as Record<string, unknown>;
  return Object.values(rest).flatMap(leaves);
}

const withoutInserted = (text: string) =>
  text.replaceAll(
    /https?:\/\/[\w./-]+|`[^`]*`|\{[^{}]*\}|<[^<>]*>|\b\d+\([a-z]\)|(?<=\])\([^()]*\)|\[#[\w-]+\]|\?u=/g,
    INSERTED,
  );

/** Every text of a language with where it stands: of the pages, of the sign-in dialog, and of the documents line by line. */
function textsOf(language: string): { at: string; text: string }[] {
  const messages = globSync(`messages/{,authenticator/}${language}.json`, { cwd: ROOT }).flatMap((file) => {
    const { $schema: _, ...all } = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    return Object.entries(all).flatMap(([key, value]) => leaves(value).map((text) => ({ at: `${file} ${key}`, text })));
  });
  const documents = globSync(`content/${language}/*.mdx`, { cwd: ROOT }).flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8')
      .replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replaceAll(/^\w+: */gm, ''))
      .replaceAll(/^```[\s\S]*?^```$/gm, (code) => code.replaceAll(/.*/g, ''))
      .split('\n');
    return lines.map((text, index) => ({ at: `${file}:${index + 1}`, text }));
  });
  return [...messages, ...documents];
}

describe.each(Object.entries(RULES))('%s', (language, rules) => {
  test.each(rules)('has $instead', ({ never }) => {
    const broken = textsOf(language).filter(({ text }) => never.test(withoutInserted(text)));
    expect(broken).toEqual([]);
  });
});

test('a text that breaks a rule is found', () => {
  const samples: Record<string, string> = {
    fr: 'Prêt ?',
    ja: '保存しますか?',
    ko: '{name}을(를) 저장',
    zh: '好,可以',
    he: '{name} שלום',
  };
  for (const [language, text] of Object.entries(samples)) {
    expect(RULES[language]?.some(({ never }) => never.test(withoutInserted(text)))).toBe(true);
  }
});
