import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What docs/words.md asks of English texts, as far as a program can decide it. */

type Variant = { match: Record<string, string> };
type Text = readonly [key: string, text: string];

const ROOT = join(import.meta.dirname, '../..');

function read(path: string): Text[] {
  const { $schema: _, ...messages } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<
    string,
    string | Variant[]
  >;
  return Object.entries(messages).flatMap(([key, message]): Text[] =>
    typeof message === 'string'
      ? [[key, message]]
      : message.flatMap(({ match }) => Object.values(match).map((text): Text => [key, text])),
  );
}

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

const ours = read('messages/en.json');
const dialog = read('messages/authenticator/en.json');
const texts = [...ours, ...dialog].filter(([, text]) => !SPECIFIED.has(text));

/** Texts that have no such thing in them, each with its key, so that a failure names what to mend. */
function broken(pattern: RegExp, among: readonly Text[] = texts): string[] {
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
  /\bentr(?:y|ies)\b(?<!New entries)/i,
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

test('titles of failures are sentences of at most 50 characters', () => {
  const titles = ours.filter(([key]) => /^failure_.*_title$/.test(key));
  expect(titles.length).toBeGreaterThan(50);
  expect(titles.filter(([, text]) => text.length > 50 || !/^[A-Z].*[.]$/.test(text))).toEqual([]);
});

/**
 * What stands on a button, a link that looks like one, or a tab. A button that nobody listed here is measured where it stands, by the
 * tests of narrow screens; what is inserted is left out of the count.
 */
const BUTTONS = [
  /^download_(?:paste|clear|submit|submitting|retry|retry_failed|remove|clear_finished|format|copy_link|copied|preview|preview_close)$/,
  /^download_(?:select_all|selected|selected_add|load_more|range|range_select|zip|frame|keep|keep_zip|pause|resume|cancel|delete|save)$/,
  /^download_(?:pause_all|resume_all|tell|saving_(?:direct|share|sharing|share_now|share_link)|clip_(?:set_start|set_end|take|exact))$/,
  /^download_mode_(?!label)/,
  /^account_(?:sign_out|sign_out_everywhere|export|delete|confirm|again|history_(?:again|older|show_all|clear))$/,
  /^account_(?:second_(?:on|off|prefer)|device_(?:remember|forget)|queue_open|keys_(?:new|create|done|revoke))$/,
  /^watch_(?:ask|manage|open)$/,
  /^admin_(?:save|downloads_(?:end|block)|rules_(?:preview|add|change)|cases_(?:add_rule|decide)|letters_discard)$/,
  /^admin_(?:user_(?:disable|enable|delete|promote|demote)|list_(?:reset|more|export_csv|export_json)|unread_copy)$/,
  /^admin_(?:platforms_off_do|extractor_(?:update|use|back))$/,
  /^section_(?:back|install|not_now|update_reload|offline_home)$/,
  /^site_(?:go_home|reload|skip)$/,
  /^analytics_(?:allow|refuse|close|choices|more)$/,
  /^content_form_send(?:_counter)?$/,
  /^api_ref_try_send$/,
  /_submit$/,
  /^(?:back_to_sign_in|retry|code_resend|confirm|go_on|change_password|skip|dismiss|close|submit)$/,
];

test('buttons have at most 22 characters, and no full stop', () => {
  const buttons = [...ours, ...dialog].filter(([key]) => BUTTONS.some((pattern) => pattern.test(key)));
  for (const pattern of BUTTONS) expect(buttons.some(([key]) => pattern.test(key))).toBe(true);
  const long = buttons.filter(([, text]) => text.replaceAll(/\{\w+\}/g, '').trim().length > 22 || text.endsWith('.'));
  expect(long).toEqual([]);
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
