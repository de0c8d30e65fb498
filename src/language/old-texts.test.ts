import { describe, expect, test } from 'vitest';
import { textsOf } from './fixtures/texts.ts';

/**
 * The first English, text by text, with what is said instead: none of it comes back, in messages or in documents. Anchors, names of
 * components and code are not looked at: people do not read them. Labels have their capital here, and are found with it; turns of a
 * sentence are found in either case.
 */
const OLD: Record<string, string> = {
  'bring the video over': 'Download videos from YouTube, TikTok, Instagram, Facebook and X',
  'you see what there is': 'Paste a link, pick a quality, download.',
  'clean file': 'Download without the watermark',
  'Get the video': 'Download',
  'what to take': 'Download as',
  'reading the link': 'Checking link…',
  'waiting for its turn': 'Queued',
  'try all failed': 'Retry failed',
  'on recent devices': 'Newer devices',
  'of the kind you asked for': 'This post has no audio. Available instead:',
  'prepare and keep': 'Prepare on server',
  'take a part of it': 'Trim',
  'places to cut': 'Finding cut points…',
  Plays: 'Works on',
  'plays everywhere': 'Best compatible',
  'tell me when': 'Notify me when done',
  'all again in': 'resets in {time}',
  'not one we serve': 'This site isn’t supported',
  'signed-in people': 'This post is only visible when signed in',
  'for a robot': 'thinks our server is a bot',
  'many people are asking': 'We’re busy right now',
  'saved as finished': 'The file is incomplete and wasn’t saved',
  'you see before you take': 'See sizes first',
  'whole or not at all': 'Complete files only',
  'a quiet tool': 'No ads, no clutter',
  'what you settle here': 'These settings apply on all your devices',
  'holds on': 'These settings apply on all your devices',
  'Second step': 'Two-step verification',
  Contacts: 'Recovery options',
  'take everything with you': 'Download your data',
  'how well links': 'Link success by platform',
  'can be read': 'Link success by platform',
  'count your visit': 'Allow analytics?',
  'stands under': 'see',
  'way of the bytes': 'how files are transferred',
  'way of a byte': 'how files are transferred',
  'mend it': 'can fix it',
  'will mend': 'nothing: no promise that the software does not keep',
  'have been told': 'nothing: no promise that the software does not keep',
  film: 'video',
  films: 'video',
  'picture and sound': 'video and audio',
};

const texts = textsOf('en');

/** Where a text says it, as words of their own. */
function saidBy(old: string, among = texts): string[] {
  const words = new RegExp(
    `(?<!\\p{L})${old.replaceAll(' ', String.raw`\s+`)}(?!\\p{L})`,
    /^[A-Z]/.test(old) ? 'u' : 'iu',
  );
  return among.filter(({ text }) => words.test(text)).map(({ at, text }) => `${at}: ${text}`);
}

describe('the first English is gone', () => {
  test.each(Object.entries(OLD))('no “%s”, but “%s”', (old) => {
    expect(saidBy(old)).toEqual([]);
  });

  test('from messages, from those of the sign-in dialog, and from documents', () => {
    const places = ['messages/en.json ', 'messages/authenticator/en.json ', 'content/en/'];
    expect(places.filter((place) => !texts.some(({ at }) => at.startsWith(place)))).toEqual([]);
  });

  test('and would be found', () => {
    const text = 'Prepare  and keep: tell me when the film is done.';
    expect(Object.keys(OLD).filter((old) => saidBy(old, [{ at: '', text }]).length > 0)).toEqual([
      'prepare and keep',
      'tell me when',
      'film',
    ]);
  });
});
