import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { INSERTED, messagesOf, textsOf, withoutInserted } from './fixtures/texts.ts';

/** What a language never has in a text, with how it is written instead. */
type Rule = { never: RegExp; instead: string };

/** The languages of the sign-in dialog: the ten of the site, and ten further ones. */
const LANGUAGES = readdirSync(join(import.meta.dirname, '../../messages/authenticator')).map((name) =>
  name.replace('.json', ''),
);
/** Letters and marks of Chinese and Japanese, full-width forms included. */
const CJK = String.raw`[\u3040-\u30ff\u3400-\u9fff\u300c-\u300f\uff00-\uffef]`;

const everywhere: Rule[] = [
  { never: /"/, instead: 'its own quotation marks' },
  { never: /\.{3}/, instead: 'an ellipsis of one character' },
  { never: /\p{L}'\p{L}/u, instead: 'a typographic apostrophe' },
  { never: /\S {2,}(?=\S)(?![^|]*\|$)/, instead: 'one space between words' },
];

/** Of writing in Latin or Cyrillic letters other than French. */
const closeMarks: Rule[] = [{ never: /[^\s|][ \u00a0\u202f][,;:?!](?!\S)/, instead: 'no space before a mark' }];

const fullWidth: Rule[] = [
  { never: new RegExp(`${CJK}[:;?!()]|[;?!()]${CJK}`), instead: 'full-width punctuation beside its letters' },
  { never: /[：；？！，。、] (?! *\|)/, instead: 'no space after full-width punctuation' },
];

const cyrillic: Rule[] = [
  { never: /[“”„]/, instead: '« » around what is quoted' },
  { never: /«\s|\s»/, instead: 'no space inside « »' },
  { never: /[^\s|]—|—[^\s|]/, instead: 'spaces around a dash' },
  { never: /[\p{L}»)] [-–] (?!Название$)/u, instead: 'an em dash between parts of a sentence' },
];

const RULES: Record<string, Rule[]> = {
  de: [{ never: /”|(?<![\p{L}.…!?\uE000])“/u, instead: '„ “ around what is quoted' }],
  es: [
    { never: /^[^¿]*\?(?!\S)/, instead: '¿ before a question' },
    { never: /^[^¡]*!(?!\S)/, instead: '¡ before an exclamation' },
  ],
  fr: [
    { never: /[^\u202f\s;?!][;?!](?=\s|$)| [;?!]|\u00a0[;?!]/, instead: 'a narrow no-break space before ; ? !' },
    { never: /[^\u00a0\s\d/]:(?=\s|$)|[ \u202f]:/, instead: 'a no-break space before a colon' },
    { never: /«[^\u00a0]|[^\u00a0]»/, instead: 'no-break spaces inside « »' },
  ],
  he: [
    { never: new RegExp(`(?<!\u2068)${INSERTED}|${INSERTED}(?!\u2069)`), instead: 'isolates around what is inserted' },
  ],
  ja: fullWidth,
  ko: [{ never: /\((?:을|를|이|가|은|는|와|과|으|이)\)/, instead: 'a sentence that needs no choice of particle' }],
  nb: [{ never: /[“”„]/, instead: '« » around what is quoted' }],
  pl: [{ never: /“/, instead: '„ ” around what is quoted' }],
  ro: [
    { never: /“/, instead: '„ ” around what is quoted' },
    { never: /[şţŞŢ]/, instead: 'ș and ț with a comma below, not a cedilla' },
    {
      // Not of a day in a date, nor before a unit of measure.
      never: /(?<![\p{L}\d.,:])\d*(?:[2-9]\d|[1-9]00) (?!de |la |din |și |sau |fps|kbps|\p{L}+ie |august )\p{Ll}{3,}/u,
      instead: '“de” between a number of 20 or more and what is counted',
    },
  ],
  ru: cyrillic,
  sv: [{ never: /[“„«»]/, instead: '” ” around what is quoted' }],
  uk: cyrillic,
  zh: [...fullWidth, { never: new RegExp(`${CJK},|,${CJK}`), instead: 'a full-width comma' }],
};

function rulesOf(language: string): Rule[] {
  const marks = ['fr', 'ja', 'ko', 'zh'].includes(language) ? [] : closeMarks;
  return [...everywhere, ...marks, ...(RULES[language] ?? [])];
}

describe.each(LANGUAGES)('%s', (language) => {
  const texts = textsOf(language);

  test.each(rulesOf(language))('has $instead', ({ never }) => {
    expect(texts.filter(({ text }) => never.test(text))).toEqual([]);
  });
});

test('Romanian counts 20 and more with “de”, and fewer without', () => {
  const forms = messagesOf('ro').flatMap(([key, message]) =>
    typeof message === 'string'
      ? []
      : message.flatMap(({ match }) => Object.entries(match).map((form) => [key, ...form])),
  );
  expect(forms.length).toBeGreaterThan(10);
  const wrong = forms.filter(([, condition = '', text = '']) =>
    condition.endsWith('=*') ? /\{count\} (?!de )\p{L}/u.test(text) : text.includes('{count} de '),
  );
  expect(wrong).toEqual([]);
});

/** Texts that break the rules: each rule must find one of them. */
const BROKEN: Record<string, string[]> = {
  everywhere: ['Say "yes"', 'Loading...', "It's", 'two  spaces', 'Ready ?'],
  de: ['Wähle “Ja”'],
  es: ['Listo?', 'Hecho!'],
  fr: ['Prêt\u00a0?', 'Prêt : oui', '« Oui »'],
  he: ['{name} שלום'],
  ja: ['保存しますか?', 'はい。 いいえ'],
  ko: ['{name}을(를) 저장'],
  nb: ['Velg “Ja”'],
  pl: ['Wybierz “Tak”'],
  ro: ['Alege “Da”', 'aţi', '50 linkuri'],
  ru: ['Нажмите “Да”', 'Нажмите « Да»', 'ссылка— это', 'Ссылка - это'],
  sv: ['Välj “Ja”'],
  uk: ['Натисніть “Так”', 'Натисніть « Так»', 'посилання—це', 'Посилання – це'],
  zh: ['好;可以', '好。 可以', '好,可以'],
};

test.each(LANGUAGES)('each rule of %s finds a text that breaks it', (language) => {
  const broken = [...(BROKEN['everywhere'] ?? []), ...(BROKEN[language] ?? [])].map(withoutInserted);
  expect(rulesOf(language).filter(({ never }) => !broken.some((text) => never.test(text)))).toEqual([]);
});
