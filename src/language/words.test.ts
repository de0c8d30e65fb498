import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formsOf, messagesOf } from './fixtures/texts.ts';

/** What docs/words.md asks of English texts, as far as a program can decide it. */

type Entry = readonly [key: string, text: string];

const ROOT = join(import.meta.dirname, '../..');

const read = (file: string) =>
  messagesOf(file).flatMap(([key, message]) => formsOf(message).map((text): Entry => [key, text]));

/** The messages of the sign-in dialog that docs/specification.md quotes, as the dialog's own tests list them: rooms that may not import each other. */
const MESSAGES = [
  ...readFileSync(join(ROOT, 'src/account/fixtures/sentences.ts'), 'utf8').matchAll(/^ {2}'(.+)': \['/gm),
].map(([, text = '']) => text.replace('at least 8', 'at least {minLength}'));

/** Word for word what docs/specification.md quotes: rules do not hold for it. */
const SPECIFIED = new Set<string>([
  ...MESSAGES,
  'Sign In',
  'Create Account',
  'Sign In with {provider}',
  'Sign Up with {provider}',
  'COPY',
  'COPIED',
  'Page Not Found',
  'Internal Server Error',
  'I agree with the Terms & Conditions',
]);

const ours = read('en');
const dialog = read('authenticator/en');
const texts = [...ours, ...dialog].filter(([, text]) => !SPECIFIED.has(text));

/** Texts that have no such thing in them, each with its key, so that a failure names what to mend. */
function broken(pattern: RegExp, among: readonly Entry[] = texts): string[] {
  return among.filter(([, text]) => pattern.test(text)).map(([key, text]) => `${key}: ${text}`);
}

/** Words and turns that the first English had and nobody says or searches. What each should be is in docs/words.md. */
const NOT_ENGLISH = [
  /\bbring\b.*\bover\b/i,
  /\bwhat there is\b/i,
  /\bof the kind\b/i,
  /\bwhat to take\b/i,
  /\bfetch(?:e[sd])?\b/i,
  /\bpictures?\b(?! of your\b)(?!$)/i,
  /\bpicture and sound\b/i,
  /\b(?:read|reading|reads) (?:a|the) link\b/i,
  /\bin line\b|\bwait\w* for its turn\b/i,
  /\bplaces to cut\b/i,
  /\bplays everywhere\b/i,
  /\ball again in\b/i,
  /\bone we serve\b|\bis served\b|\bwe serve\b/i,
  /\bfor a robot\b/i,
  /\bpeople are asking\b/i,
  /\bsaved as finished\b/i,
  /\bhave been told\b|\bwill mend\b|\bmend\b/i,
  /\bclean file\b/i,
  /\bwhat you settle\b|\bholds? on every\b/i,
  /\bsecond step(?! besides)\b/i,
  /\bcontacts\b/i,
  /\btake everything with you\b/i,
  /\bcan be read\b|\bhow well links\b/i,
  /\bfilms?\b/i,
  /\bstands? under\b/i,
  /\bgo(?:es)? on(?:ce)? (?:by itself|without)\b|\bto go on\b/i,
  /\bway(?:s)? out\b/i,
  /\bthe whole of\b|\bas an account may\b/i,
  /\bhanded? over\b/i,
  /\bbe made again\b|\bhave it made\b|\bhave a file made\b|\bhave files made\b/i,
  /\bon its way\b(?!\.$)/i,
  /\bgone to\b|\bwhich files there are\b/i,
  /\bthrow away\b|\bthrown away\b/i,
  /\bforgotten, and\b/i,
  /\bsettle\b/i,
];

/** One word for one thing: what a text says instead of the glossary's term. */
const OTHER_TERMS = [
  /\be-mail\b/i,
  /\blog ?in (?:to|with)\b|\blog ?out\b|\blogged\b/i,
  /\bTwitter \/ X\b|(?<!X \()\bTwitter\b/,
  /\btelephone\b/i,
  /\bcreators?\b/i,
  /\bcancell|\b(?:un)?authoris|\borganis(?:e|a)|\brecognis|\bcolour/i,
  /\bbroadcasts?\b/i,
  /\bentr(?:y|ies)\b/i,
  /\blower case\b|\bupper case\b/i,
];

test('what docs/specification.md quotes is there, and so may break the rules', () => {
  const said = new Set([...ours, ...dialog].map(([, text]) => text));
  expect(MESSAGES.length).toBeGreaterThan(30);
  expect([...SPECIFIED].filter((text) => !said.has(text))).toEqual([]);
});

describe('English texts', () => {
  test.each(NOT_ENGLISH)('have nothing like %s', (pattern) => {
    expect(broken(pattern)).toEqual([]);
  });

  test.each(OTHER_TERMS)('have one word for one thing, and not %s', (pattern) => {
    expect(
      broken(
        pattern,
        texts.filter(([, text]) => !text.includes('twitter.com')),
      ),
    ).toEqual([]);
  });

  test('end with nothing left hanging: no “of it”', () => {
    expect(broken(/\bof (?:it|them|these|one)[.?!]?$/i)).toEqual([]);
  });

  test('have typographic apostrophes, quotes and ellipses', () => {
    expect(broken(/\w'|'\w|"|\.\.\.|\s$|^\s| {2}/)).toEqual([]);
  });

  test('name no possessive of something inserted', () => {
    expect(broken(/\}[’']s\b/)).toEqual([]);
  });
});

test('documents call who made or posted something the author, as messages do', () => {
  const documents = globSync('content/en/*.mdx', { cwd: ROOT });
  expect(documents.length).toBeGreaterThan(30);
  const lines = documents.flatMap((path) => readFileSync(join(ROOT, path), 'utf8').split('\n'));
  expect(lines.filter((line) => /\bcreators?\b/i.test(line.replace(/\[#[\w-]+\]$/, '')))).toEqual([]);
});

/** Words that have a capital inside a label: names, and what people write so. */
const NAMES = new Set(
  `Facebook Instagram TikTok Twitter YouTube X JavaScript API OpenAPI GraphQL Python HTTP SOCKS5 Android Safari Chrome Google
  Clipferry MP3 MP4 M4A FLAC WAV GIF GIFs ZIP PNG VBR VP9 AV1 SRT VTT WebM URL ID IP HD SD DRM SMS TOTP QR GB CSV JSON ETag Atom
  English Europe Paris Terms Conditions Share Short Shorts Spaces Files Downloads Photos Watch Title Idempotency-Key`.split(
    /\s+/,
  ),
);

test('labels and headings are in sentence case', () => {
  // A label is what has no mark of a sentence in it: there, only the first word and names begin with a capital.
  const labels = texts.filter(([, text]) => !/[.?!“:·]/.test(text) && text.length < 60);
  expect(labels.length).toBeGreaterThan(300);
  const shouted = labels.filter(([, text]) =>
    text
      .replaceAll(/\{\w+\}/g, '')
      .split(/[\s()/,]+/)
      .filter((word) => word !== '')
      .slice(1)
      .some((word) => /^[A-Z]/.test(word) && !NAMES.has(word)),
  );
  expect(shouted).toEqual([]);
});
