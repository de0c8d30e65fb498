import { describe, expect, test } from 'vitest';
import { composeMessage, composeNotice, composeTextMessage } from './compose-message.ts';
import { messageLanguage } from './message-language.ts';
import type { MessageKind } from './message-texts.ts';

const LANGUAGES = ['en', 'fr', 'id', 'ja', 'ko', 'pt', 'ro', 'ru', 'vi', 'zh'];
const KINDS: MessageKind[] = [
  'signUp',
  'signUpLink',
  'signUpAgain',
  'signIn',
  'resetPassword',
  'verifyAddress',
  'invitation',
];
const NOTICES = ['passwordChanged', 'emailChanged', 'phoneChanged', 'secondStepChanged'] as const;
const content = { secret: '123456', validForS: 3600, name: 'zoe@example.com' };

describe.each(LANGUAGES)('in %s', (locale) => {
  test.each(KINDS)('the message %s is whole: subject, secret, and no place left to fill', (kind) => {
    const { language, subject, text, html } = composeMessage({ ...content, kind, locale });
    expect(language).toBe(locale);
    expect(subject).toContain('Clipferry');
    expect(`${subject}${text}${html}`).not.toMatch(/\{|undefined/);
    expect(text).toContain('\n123456\n');
    expect(html).toContain('>123456<');
    expect(text.includes('zoe@example.com')).toBe(kind === 'invitation');
  });
});

test.each(LANGUAGES)('notices in %s are whole, and have nothing to open', (locale) => {
  const subjects = NOTICES.map((kind) => {
    const { language, subject, text, html } = composeNotice({ kind, locale });
    expect(language).toBe(locale);
    expect(subject).toContain('Clipferry');
    expect(`${subject}${text}${html}`).not.toMatch(/\{|undefined|href|http/);
    expect(text.trim().split('\n\n')).toHaveLength(2);
    return subject;
  });
  expect(new Set(subjects).size).toBe(NOTICES.length);
});

test.each([
  [86_400, 'The code works for 24 hours.'],
  [3_600, 'The code works for 1 hour.'],
  [180, 'The code works for 3 minutes.'],
  [604_800, 'The code works for 7 days.'],
])('a message says how long its code works: %i s', (validForS, sentence) => {
  expect(composeMessage({ kind: 'signIn', secret: '1', validForS }).text).toContain(sentence);
});

test.each([
  [['pt-BR'], 'pt'],
  [['zh_CN'], 'zh'],
  [['de', 'ro'], 'ro'],
  [[undefined, 'FR'], 'fr'],
  [['constructor'], 'en'],
  [[], 'en'],
])('of the locales %j the site writes in %s', (locales, language) => {
  expect(messageLanguage(...locales)).toBe(language);
});

test('what a user is called stays text in the HTML', () => {
  const { html } = composeMessage({ ...content, kind: 'invitation', secret: '<a>', name: '"><script>' });
  expect(html).toContain('&quot;&gt;&lt;script&gt;');
  expect(html).toContain('&lt;a&gt;');
});

test('a text message is one line with the code at its end', () => {
  expect(composeTextMessage({ ...content, kind: 'signIn' })).toBe('Enter this code to sign in to Clipferry: 123456');
});
