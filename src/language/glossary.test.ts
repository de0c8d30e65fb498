import { describe, expect, test } from 'vitest';
import { glossaryOf, textsOf } from './fixtures/texts.ts';
import { DEFAULT_LOCALE, LOCALE_CODES, type PrefixedLocale } from './locales.ts';

/** Terms that have one translation wherever English has them, as the glossaries name them. */
const TERMS: Record<string, RegExp> = {
  playlist: /\bplaylists?\b/i,
  subtitles: /\bsubtitles?\b/i,
  watermark: /\bwatermarks?\b/i,
  queue: /\bqueue\b/i,
  link: /\b(?:the|this|your|another|each) link\b/i,
  'IP address': /\bIP address(?:es)?\b/,
  'API key': /\bAPI keys?\b/,
  'two-step verification': /\btwo-step verification\b/i,
  'authenticator app': /\bauthenticator app\b/i,
  'recovery options': /\brecovery options?\b/i,
  'waiting list': /\bwaiting list\b/i,
  'counter-notice': /\bcounter-notices?\b/i,
  'audio track': /\baudio tracks?\b/i,
  'network route': /\bnetwork routes?\b/i,
  device: /\bdevices?\b/i,
  account: /\baccounts?\b/i,
  premiere: /\bpremieres?\b/i,
  channel: /\bchannels?\b/i,
  history: /\bhistory\b/i,
  operator: /\boperators?\b/i,
  quality: /\bquality\b/i,
  format: /\bformats?\b/i,
  photo: /\bphotos?\b/,
  thumbnail: /\bthumbnails?\b/i,
  carousel: /\bcarousels?\b/i,
  slideshow: /\bslideshows?\b/i,
};

/** What a language says in more ways than its glossary's one, by sentence: a program cannot judge it. */
const FREE: Partial<Record<PrefixedLocale, string[]>> = {
  fr: ['operator'],
  ja: ['quality'],
  ko: ['quality', 'counter-notice'],
  ro: ['photo', 'queue'],
  ru: ['operator', 'photo'],
  vi: ['premiere', 'slideshow'],
  zh: ['quality', 'photo'],
};

/** Messages that say it without the term in most languages: no room on a button, or another turn of the sentence. */
const OTHERWISE = new Set(
  [
    'content_form_send_counter',
    'download_submit_subtitles',
    'account_queue_intro',
    'watch_empty_text',
    'section_trust_ads',
  ].map((key) => `messages.json ${key}`),
);

/** Endings that change in a sentence. The other languages add letters at most, or nothing. */
const ENDING: Partial<Record<PrefixedLocale, RegExp>> = {
  pt: /(?:[ãõ](?:o|es)|e?l|s)$/u,
  ro: /are$|[aăei]{1,2}$/u,
  ru: /[аеиоуыюяйь]{1,2}$/u,
};
/** Languages that write spaces between words, and put nothing before them. */
const WORDS_BEGIN = new Set<string>(['fr', 'pt', 'ro', 'ru', 'vi']);

const LANGUAGES = LOCALE_CODES.filter((code): code is PrefixedLocale => code !== DEFAULT_LOCALE);

/** The words of a glossary's cell, without what stands in brackets: a note. */
function wordsOf(cell: string): string[] {
  const words = cell.replaceAll(/[（(][^（）()]*[）)]/g, '').split(/[,;/／、；]/);
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

/** Finds a glossary’s translation of a term in a text, inflected, and with a word between its words; undefined if it has no such term. */
function finderOf(language: PrefixedLocale, term: string): RegExp | undefined {
  const isTerm = (word: string) => word.toLowerCase() === term.toLowerCase();
  const row = glossaryOf(language).find((cells) => wordsOf(cells.term).some(isTerm));
  if (!row) return undefined;
  const terms = wordsOf(row.term);
  const all = wordsOf(row.translation);
  const own = terms.length === all.length ? [all[terms.findIndex(isTerm)] ?? ''] : all;
  const phrases = own.map((phrase) =>
    phrase
      .split(' ')
      .map((word) => word.replace(ENDING[language] ?? /$/, ''))
      .join(String.raw`\S* (?:\S+ )?`),
  );
  return new RegExp(`${WORDS_BEGIN.has(language) ? String.raw`(?<!\p{L})` : ''}(?:${phrases.join('|')})`, 'iu');
}

/**
 * What a glossary or docs/words.md rules out. Labels of other apps are as those apps have them: in bold in documents, on a way through
 * menus (→), and where a rule says so.
 */
const NEVER: Record<PrefixedLocale, Record<string, RegExp>> = {
  fr: {
    'e-mail': /courriel/i,
    playlist: /listes? de lecture/i,
    'validation en deux étapes': /double authentification|deux facteurs/i,
    vous: /(?<![\p{L}’])(?:tu|toi|ton|tes)(?![\p{L}’])/iu,
  },
  id: {
    file: /\bberkas/i,
    browser: /\bperamban/i,
    link: /(?<!Salin )\btautan/i,
    keyboard: /\bpapan (?:ketik|tik)/i,
    email: /\bsurel/i,
    Anda: /\b(?:kamu|kalian)\b/i,
  },
  ja: {
    送信: /請求/,
    デバイス: /端末|機器/,
    再生リスト: /プレイリスト/,
    サインアウト: /ログアウト/,
    投稿者: /作成者/,
  },
  ko: {
    오디오: /음성(?:만|[ ]?(?:파일|트랙))/,
    일시중지: /일시[ ]?정지|일시 중지/,
    게시자: /작성자/,
    동영상: /(?<!뮤직)비디오(?! 저장)/,
    재생목록: /플레이리스트/,
    '링크 확인': /링크(?:를)? (?:읽|해석)/,
  },
  pt: {
    baixar:
      /\b(?:pegar|pegue|pegou|pega)\b|\bbus(?:car|que|cou) (?:[oa]s?|um|este|esse|seu) (?:vídeo|link|arquivo|áudio)/i,
    'endereço IP': /endereços? de rede/i,
    'em preparação': /em preparo/i,
    autor: /\bcriador/i,
    'fazer login': /\b(?:tela|página|diálogo|código|formas?) de entrada\b/i,
    'as palavras do Brasil': /ficheiro|telemóvel|ecrã|descarreg|palavra-passe/i,
  },
  ro: {
    'conectează-te': /autentific[ăa]-te/i,
    tu: /dumneavoastră/i,
    playlist: /list[ăe] de redare/i,
    'e-mail': /poșt[ăa] electronică/i,
  },
  ru: {
    аккаунт: /уч[её]тн\S+ запис/i,
    площадка: /платформ/i,
    'IP-адрес': /сетев\S+ адрес/i,
  },
  vi: {
    'bảng nhớ tạm': /clipboard|khay nhớ/i,
    'dung lượng': /(?:kích thước|kích cỡ) (?:tệp|video)/i,
    'mô tả bằng âm thanh': /thuyết minh/i,
    bạn: /quý vị|các bạn/i,
  },
  zh: {
    您: /你/,
    账户: /账号|帐/,
    登录: /登陆/,
    两步验证: /(?:二步|双重)验证|两步认证/,
  },
};

/** All that stands at a place of a language, by a name of the place that is the same in all languages. */
function placesOf(language: string): Map<string, string> {
  const places = new Map<string, string>();
  for (const { at, text } of textsOf(language)) {
    const place = at.replace(`/${language}`, '');
    places.set(place, `${places.get(place) ?? ''}${text}\n`);
  }
  return places;
}

const english = placesOf(DEFAULT_LOCALE);

/** Where a text in English has a term and the translation does not. */
function missing(language: PrefixedLocale, term: string, translated: Map<string, string>): string[] {
  const [pattern, found] = [TERMS[term], finderOf(language, term)];
  return [...english].flatMap(([place, text]) => {
    // What another app's menus say is in that app's words.
    if (!pattern?.test(text) || OTHERWISE.has(place) || text.includes('→')) return [];
    const translation = translated.get(place) ?? '';
    return found?.test(translation) ? [] : [`${place}: ${translation.trim()}`];
  });
}

describe.each(LANGUAGES)('the terms of the glossary of %s', (language) => {
  const terms = Object.keys(TERMS).filter((term) => !FREE[language]?.includes(term) && finderOf(language, term));
  const translated = placesOf(language);

  test('are looked for where English has them: key by key, and in documents line by line', () => {
    expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test('are more than a dozen', () => {
    expect(terms.length).toBeGreaterThan(12);
  });

  test.each(terms)('are used: %s', (term) => {
    expect(missing(language, term, translated)).toEqual([]);
  });

  test('are missed where they are not', () => {
    const untranslated = new Map([...english].map(([place]) => [place, '…']));
    expect(terms.filter((term) => missing(language, term, untranslated).length === 0)).toEqual([]);
  });

  test.each(Object.entries(NEVER[language]))('are not said in another way: %s', (_, never) => {
    const texts = [...translated].filter(([, text]) => never.test(text.replaceAll(/\*\*[^*]+\*\*|.*→.*/g, '')));
    expect(texts).toEqual([]);
  });
});
