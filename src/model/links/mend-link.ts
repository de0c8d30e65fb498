import { limits } from '#app.config';

/** Invisible characters that messengers and right-to-left keyboards leave around a copied link. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
/** Letters, digits and signs of links as keyboards for Chinese, Japanese and Korean have them: U+FF01 to U+FF5E are ASCII, 0xFEE0 higher. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
/** The same without what ends a sentence: in a text that is no part of a link. */
const FULL_WIDTH_IN_TEXT =
  /[\uff03\uff05\uff06\uff0b\uff0d-\uff1a\uff1d\uff20-\uff3a\uff3f\uff41-\uff5a]|\uff1f(?=[\w\uff21-\uff3a\uff41-\uff5a]{1,40}[=\uff1d])/g;
const ASCII_OFFSET = 0xfee0;
/** Anything written that is not ASCII: words, and pictures of them. */
const FOREIGN = /[^\p{C}\p{Z}\u0000-\u007f]/u;
const LEADING_TEXT = /^[^\p{C}\p{Z}\u0000-\u007f](?:[!,.:;?]|[^\p{C}\p{Z}\u0000-\u007f])*/u;
const FOREIGN_NAME = /^[^?#]*?\/@(?=[^\u0000-\u007f])[\p{L}\p{M}\p{N}_.-]+/u;
const VIDEO_ID = /^[\w-]{11}(?![\w-])/;

/** Full-width letters of a text as ASCII, so that a link in it can be found; what ends a sentence stays. */
export function narrowText(text: string): string {
  return text.replace(INVISIBLE, '').replace(FULL_WIDTH_IN_TEXT, narrow);
}

/**
 * Repairs what goes wrong when links are typed or passed through messengers: full-width characters, `https//`, `https:/`, a scheme
 * twice or left out (`//host`), `&amp;` once or more often, text that follows without a space, a query that is longer than any link
 * may be; and the forms that apps hand each other (`intent://`, `vnd.youtube:`). Anything else is left as it is. Linear time.
 */
export function mendLink(text: string): string {
  const plain = text
    .replace(INVISIBLE, '')
    .trim()
    .replace(FULL_WIDTH, narrow)
    .replace(/&(?:(?:amp|#0?38|#x26);)+/gi, '&');
  const bare = withoutLeadingText(plain);
  const link = withoutTrailingText(withScheme(fromApp(/^https?:\/\//i.test(bare) ? bare : plain)));
  return link.length > limits.linkLength ? shortened(link) : link;
}

/** Words that stand before a link without a space. */
export function withoutLeadingText(text: string): string {
  return text.replace(LEADING_TEXT, '');
}

function narrow(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - ASCII_OFFSET);
}

function withScheme(text: string): string {
  if (/^\/\/[^/]/.test(text)) return `https:${text}`;
  const scheme = /^(?:h?ttps?(?::|;)?\/{1,3})+/i.exec(text)?.[0];
  if (!scheme) return text;
  const secure = /s(?::|;)?\/{1,3}$/i.test(scheme);
  return `${secure ? 'https' : 'http'}://${text.slice(scheme.length)}`;
}

/** What apps open each other with, as the page that it stands for. */
function fromApp(text: string): string {
  const intent = /^intent:\/\/([^]*?)(?:#Intent;([^]*))?$/i.exec(text);
  if (intent) return fromIntent(text, intent[1] ?? '', intent[2] ?? '');
  const youtube = /^(?:vnd\.youtube(?:\.launch)?:(?:\/\/)?|youtube:\/\/)([^]+)$/i.exec(text)?.[1];
  if (youtube) return fromYoutube(youtube);
  const post = /^twitter:\/\/status\?(?:[^#]*&)?id=(\d+)/i.exec(text)?.[1];
  return post ? `https://x.com/i/status/${post}` : text;
}

/** Android's: the address without its scheme, then the facts about it, a page for those without the app among them. */
function fromIntent(text: string, address: string, facts: string): string {
  const fact = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(facts)?.[1];
  const scheme = fact('scheme')?.toLowerCase() ?? 'https';
  if (scheme === 'https' || scheme === 'http') return `https://${address}`;
  if (scheme === 'vnd.youtube') return fromYoutube(address);
  const page = decoded(fact('S\\.browser_fallback_url') ?? '');
  return /^https?:\/\//i.test(page) ? page : text;
}

function fromYoutube(rest: string): string {
  const id = VIDEO_ID.exec(rest)?.[0];
  if (id) return `https://www.youtube.com/watch?v=${id}${rest.slice(id.length).replace(/^[?;]/, '&')}`;
  return /^watch\b/i.test(rest) ? `https://www.youtube.com/${rest}` : `https://${rest}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

/**
 * A link ends where a text begins that is not ASCII, as people write without spaces; but a name of such letters with more of the path
 * behind it (`/名前/videos/1`) is a part of the link, and so are the host and a name that a sign says is one (`/@名前`).
 */
function withoutTrailingText(link: string): string {
  const hostEndsAt = /^(?:https?:\/\/)?[^/?#]*/i.exec(link)?.[0].length ?? 0;
  const lastPartAt = /^[^]*\/(?=[!-.0-~])/.exec(link)?.[0].length ?? 0;
  const nameEndsAt = FOREIGN_NAME.exec(link)?.[0].length ?? 0;
  const from = Math.max(hostEndsAt, lastPartAt, nameEndsAt);
  const at = link.slice(from).search(FOREIGN);
  return at < 0 ? link : link.slice(0, from + at).replace(/[.,;:!?*~)\]]{1,20}$/, '');
}

/** Without the longest parameters of its query, until it fits; those that hold another link go last. */
function shortened(link: string): string {
  const [, before = link, query = ''] = /^([^?#]*)\?([^#]*)/.exec(link) ?? [];
  const parameters = query.split('&');
  const byWorth = parameters.toSorted((a, b) => Number(isLinkIn(b)) - Number(isLinkIn(a)) || a.length - b.length);
  const kept = new Set<string>();
  let length = before.length;
  for (const parameter of byWorth) {
    length += parameter.length + 1;
    if (length > limits.linkLength) break;
    kept.add(parameter);
  }
  return `${before}?${parameters.filter((parameter) => kept.has(parameter)).join('&')}`;
}

function isLinkIn(parameter: string): boolean {
  return /^[^=]*=https?(?::|%3a)/i.test(parameter);
}
