import { limits } from '#app.config';
import { platformOfHost, type Platform } from './platform.ts';

/** A link taken from what a visitor typed or pasted. */
export type FoundLink = {
  /** As it is to be sent: mended, with its scheme. */
  link: string;
  /** The platform of its host; null when we do not serve it. */
  platform: Platform | null;
  /** Why it cannot work, as far as the text alone tells; null: worth asking the server. */
  problem: 'invalid_link' | 'unsupported_host' | null;
};

/** What separates one link from the next: blanks, quotes, angle brackets, and the punctuation of Chinese and Japanese text. */
const SEPARATORS = /[\s"'`<>|\u0000-\u001f\u007f\u3000，、。；！？（）「」『』【】《》“”‘’«»]+/u;
/** Invisible characters that messengers and right-to-left keyboards leave around a copied link. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
const LEADING = new Set('([{*_~.,;:!?-');
const TRAILING = new Set('.,;:!?*_~\\');
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** All links of a text in order, each once; `platform` and `problem` let the form mark them before anything is sent. Linear time. */
export function findLinks(text: string): FoundLink[] {
  const tokens = text
    .replace(INVISIBLE, '')
    .split(SEPARATORS)
    .filter((token) => token !== '');
  const found = new Map<string, FoundLink>();
  for (const token of tokens) {
    for (const part of splitJoined(token)) {
      const link = readToken(part, tokens.length === 1);
      if (link && !found.has(link.link)) found.set(link.link, link);
    }
  }
  return [...found.values()];
}

/**
 * Repairs what goes wrong when links are typed or passed through messengers: full-width `：` `／` `．`, `https//`, `https:/`,
 * a scheme twice, `&amp;`. Anything else is left as it is.
 */
export function mendLink(text: string): string {
  const plain = text
    .replace(INVISIBLE, '')
    .trim()
    .replaceAll('：', ':')
    .replaceAll('／', '/')
    .replaceAll('．', '.')
    .replaceAll('&amp;', '&');
  const scheme = /^(?:h?ttps?(?::|;)?\/{1,3})+/i.exec(plain)?.[0];
  if (!scheme) return plain;
  const secure = /s(?::|;)?\/{1,3}$/i.test(scheme);
  return `${secure ? 'https' : 'http'}://${plain.slice(scheme.length)}`;
}

function readToken(token: string, isOnly: boolean): FoundLink | undefined {
  // What is longer is refused below; cutting it keeps the trimming linear.
  const link = mendLink(trimPunctuation(token.slice(0, 2 * limits.linkLength)));
  const hasScheme = /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(link);
  if (!hasScheme) {
    const host = hostOf(link);
    if (platformOfHost(host)) return judge(`https://${link}`);
    return isOnly && /^[^.]+\.[^.]/.test(host) ? judge(`https://${link}`) : undefined;
  }
  return judge(link);
}

function judge(link: string): FoundLink {
  const invalid: FoundLink = { link, platform: null, problem: 'invalid_link' };
  if (link.length > limits.linkLength || !URL.canParse(link)) return invalid;
  const url = new URL(link);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password || url.port)
    return invalid;
  const platform = platformOfHost(url.hostname) ?? null;
  return { link, platform, problem: platform ? null : 'unsupported_host' };
}

/** `a,https://b` and `youtu.be/a,youtu.be/b` are two links; a link inside another's query is not. */
function splitJoined(token: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index } of token.matchAll(/https?:\/{2}/gi)) {
    if (index > start && !/[=/?&#%\w]/.test(token[index - 1] ?? '')) {
      parts.push(token.slice(start, index));
      start = index;
    }
  }
  parts.push(token.slice(start));
  return parts.flatMap(splitAtCommas);
}

function splitAtCommas(part: string): string[] {
  const pieces = part.split(/[,;]/);
  const isList = pieces.length > 1 && pieces.every((piece) => piece === '' || platformOfHost(hostOf(mendLink(piece))));
  return isList ? pieces : [part];
}

function hostOf(link: string): string {
  return link.replace(/^https?:\/\//i, '').split(/[/?#:]/, 1)[0] ?? '';
}

function trimPunctuation(token: string): string {
  let start = 0;
  let end = token.length;
  while (start < end && LEADING.has(token.charAt(start))) start++;
  while (end > start && (TRAILING.has(token.charAt(end - 1)) || isUnmatchedBracket(token, start, end))) end--;
  return token.slice(start, end);
}

function isUnmatchedBracket(token: string, start: number, end: number): boolean {
  const opening = BRACKETS[token.charAt(end - 1)];
  return opening !== undefined && !token.slice(start, end - 1).includes(opening);
}
