import { isUtf8 } from 'node:buffer';
import type { Media } from '#/model/media/media.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';
import type { RawExchange, RecordedBody, RecordedExchange, Recording } from './recording.ts';
import { createScrubber, type TextScrubber } from './scrub-text.ts';

type Recorded = {
  about: Omit<Recording, 'format' | 'exchanges'>;
  /** What was read; null: it was refused. Its ids and its author's names stay. */
  media: Media | null;
  exchanges: readonly RawExchange[];
  /** Of this installation: addresses and passwords of ways out. */
  secrets: readonly string[];
};

/** Thrown instead of a recording in which a secret was left. */
export class LeftSecretError extends Error {
  override readonly name = 'LeftSecretError';
}

/** Headers whose values say what is asked and answered, and nothing of who does. */
const PLAIN_HEADERS = new Set(
  'accept accept-language accept-ranges content-type content-range range user-agent retry-after'.split(' '),
);
const ADDRESS_HEADERS = new Set(['referer', 'origin', 'location']);
/** Answered, and of no use to who reads. */
const ANSWER_HEADERS = new Set([
  'content-type',
  'content-range',
  'accept-ranges',
  'location',
  'retry-after',
  'set-cookie',
]);
const COOKIE_ATTRIBUTES = /^(?:domain=[\w.-]+|path=[\w/.-]+|secure|httponly|samesite=\w+)$/i;
/** Some clients join several of them; the comma of a date is before a day. */
const BETWEEN_COOKIES = /,\s*(?=[\w.-]+=)/;
const SCRIPT = /javascript|ecmascript/i;
/** A word of letters alone, such as `user` or `proxy`, says nothing of an installation wherever it is found. */
const TELLING = /^(?=.*[^a-z]).{4,}$|^.{12,}$/is;

/** Makes a recording that may be given to anybody. Throws LeftSecretError, and then there is none. */
export function scrubRecording({ about, media, exchanges, secrets }: Recorded): Recording {
  const kept = namesOf(about.link, media);
  const placeholders = createPlaceholders();
  const scrubber = createScrubber(placeholders, (value) => kept.has(value));
  const scrubbed = exchanges.flatMap(redirected).map((one) => scrubExchange(one, scrubber, placeholders));
  const found = placeholders.secrets().filter(([value]) => !kept.has(value));
  const recording: Recording = { format: 1, ...about, exchanges: withoutAnywhere(scrubbed, found) };
  const text = JSON.stringify(recording);
  const left = [...found.map(([value]) => value), ...secrets.filter((secret) => TELLING.test(secret))];
  const count = left.filter((value) => text.includes(value)).length;
  if (count > 0) throw new LeftSecretError(`${count} secrets were left in the recording, which is not written.`);
  return recording;
}

/** What a link is about: it may be told. */
function namesOf(link: string, media: Media | null): Set<string> {
  const addresses = [link, media?.canonicalUrl, media?.author?.url].flatMap(
    (address) => URL.parse(address ?? '') ?? [],
  );
  const parts = addresses.flatMap(({ pathname, searchParams }) => [...pathname.split('/'), ...searchParams.values()]);
  const ids = [media?.id, media?.author?.name];
  return new Set([...parts, ...parts.map((part) => part.replace(/^@/, '')), ...ids].filter((one) => one !== undefined));
}

/** Redirects are followed before anybody is told; where they have led is told as one. */
function redirected(one: RawExchange): RawExchange[] {
  const { url, answer } = one;
  if (url === answer.url) return [one];
  const headers: [string, string][] = [['location', answer.url]];
  const body = Buffer.alloc(0);
  return [
    { ...one, answer: { status: 302, headers, url, body, isCut: false } },
    { ...one, method: 'GET', body: null, url: answer.url },
  ];
}

function scrubExchange(
  { method, url, headers, body, answer }: RawExchange,
  scrubber: TextScrubber,
  placeholders: Placeholders,
): RecordedExchange {
  const header = ([name, value]: [string, string]): [string, string] => [
    name.toLowerCase(),
    scrubHeader(name.toLowerCase(), value, scrubber, placeholders),
  ];
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    method,
    headers: headers.map(header),
    url: scrubber.url(url),
    body: body === null ? null : scrubber.text(body.toString('utf8')),
    answer: {
      status: answer.status,
      headers: answer.headers.filter(([name]) => ANSWER_HEADERS.has(name.toLowerCase())).map(header),
      body: scrubBody(answer.body, type, scrubber),
      isCut: answer.isCut,
    },
  };
}

function scrubHeader(name: string, value: string, { url }: TextScrubber, placeholders: Placeholders): string {
  if (PLAIN_HEADERS.has(name)) return value;
  if (ADDRESS_HEADERS.has(name)) return URL.canParse(value) ? url(value) : placeholders.of(value);
  if (name === 'set-cookie') {
    const cookies = value.split(BETWEEN_COOKIES).map((one) => scrubCookie(one, placeholders));
    return cookies.join(', ');
  }
  const pair = (text: string) => scrubPair(text, placeholders);
  if (name === 'cookie') return value.split(/;\s*/).map(pair).join('; ');
  // `Bearer …`, `Basic …`: what follows is the secret.
  return value.replace(
    /^([A-Za-z]+ )?(.+)$/s,
    (_, scheme = '', secret: string) => scheme + placeholders.ofSecret(secret),
  );
}

function scrubCookie(value: string, placeholders: Placeholders): string {
  const [pair = '', ...attributes] = value.split(/;\s*/);
  return [scrubPair(pair, placeholders), ...attributes.filter((one) => COOKIE_ATTRIBUTES.test(one))].join('; ');
}

function scrubPair(text: string, placeholders: Placeholders): string {
  const at = text.indexOf('=');
  return at < 0 || at === text.length - 1 ? text : text.slice(0, at + 1) + placeholders.ofSecret(text.slice(at + 1));
}

/** Scripts are the same for everybody: of them only secrets are taken that were found elsewhere. */
function scrubBody(body: Buffer, type: string, scrubber: TextScrubber): RecordedBody {
  if (!isUtf8(body) || body.includes(0)) return { base64: body.toString('base64') };
  const text = body.toString('utf8');
  return { text: SCRIPT.test(type) ? text : scrubber.text(text) };
}

/** Secrets are taken wherever they stand, also where nothing tells what they are. */
function withoutAnywhere(
  exchanges: RecordedExchange[],
  secrets: readonly [value: string, placeholder: string][],
): RecordedExchange[] {
  const clean = (text: string): string =>
    secrets.reduce((left, [value, placeholder]) => left.replaceAll(value, placeholder), text);
  const pairs = (headers: [string, string][]) => headers.map(([name, value]): [string, string] => [name, clean(value)]);
  return exchanges.map(({ url, headers, body, answer, ...rest }) => ({
    ...rest,
    url: clean(url),
    headers: pairs(headers),
    body: body === null ? null : clean(body),
    answer: {
      ...answer,
      headers: pairs(answer.headers),
      body: answer.body.text === undefined ? answer.body : { text: clean(answer.body.text) },
    },
  }));
}
