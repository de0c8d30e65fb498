import { limits } from '#app.config';
import { platformOfUrl } from './detours.ts';
import { mendLink, narrowText, withoutLeadingText } from './mend-link.ts';
import { platformOfHost, type Platform } from '../platform.ts';

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
const LEADING = new Set('([{*_~.,;:!?-');
const TRAILING = new Set('.,;:!?*_~\\');
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** All links of a text in order, each once; `platform` and `problem` let the form mark them before anything is sent. Linear time. */
export function findLinks(text: string): FoundLink[] {
  const tokens = narrowText(text)
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

/** The platform of a link, as far as its text tells: its own, or the one that it is a detour to. undefined: none, or no link. */
export function platformOfLink(text: string): Platform | undefined {
  const link = mendLink(text);
  const url = URL.parse(/^https?:\/\//i.test(link) ? link : `https://${link}`);
  return url ? platformOfUrl(url) : undefined;
}

function readToken(token: string, isOnly: boolean): FoundLink | undefined {
  // What is longer is refused below; cutting it keeps the trimming linear.
  const text = trimPunctuation(token.slice(0, 2 * limits.pastedLinkLength));
  if (text.length > limits.pastedLinkLength) return judge(text);
  const link = mendLink(text);
  if (/^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(link) && !text.startsWith('//')) return judge(link);
  // Without a scheme much looks like a link: what stands before it must be a platform's.
  const bare = mendLink(withoutLeadingText(text)).replace(/^https?:\/\//i, '');
  if (platformOfLink(bare)) return judge(`https://${bare}`);
  return isOnly && /^[^.]+\.[^.]/.test(hostOf(link)) ? judge(`https://${link}`) : undefined;
}

function judge(link: string): FoundLink {
  const invalid: FoundLink = { link, platform: null, problem: 'invalid_link' };
  if (link.length > limits.linkLength || !URL.canParse(link)) return invalid;
  const url = new URL(link);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password || url.port)
    return invalid;
  const platform = platformOfUrl(url) ?? null;
  return { link, platform, problem: platform ? null : 'unsupported_host' };
}

/** `a,https://b`, `youtu.be/a,youtu.be/b` and `https://ahttps://b` are two links; a link inside another's query or path is not. */
function splitJoined(token: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isOfPlatform = false;
  for (const { index } of token.matchAll(/https?:\/{2}/gi)) {
    if (index > start && isJoint(token, index, isOfPlatform)) {
      parts.push(token.slice(start, index));
      start = index;
    }
    if (index === start) isOfPlatform = platformOfHost(hostOf(token.slice(start, start + LONGEST_START))) !== undefined;
  }
  parts.push(token.slice(start));
  return parts.flatMap(splitAtCommas);
}

/** A scheme and a name of a host. */
const LONGEST_START = 8 + 253 + 1;

/** Whether a link ends where the next begins. Paths of the platforms hold no links; those of archives do. */
function isJoint(token: string, at: number, isOfPlatform: boolean): boolean {
  const before = token.slice(Math.max(0, at - 3), at);
  if (/%[0-9a-f]{2}$/i.test(before)) return false;
  return before.endsWith('/') ? isOfPlatform : !/(?:^|[^=])[=?&#]$/.test(before);
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
