import * as v from 'valibot';
import { Platform } from './platform-schema.ts';
import { Text } from './text.ts';

/**
 * What an entry of the blocklist names: one link, one media of a platform, everything of an author on a platform, or every link of a
 * host and the hosts below it.
 */
export const RULE_KINDS = ['url', 'media', 'author', 'host'] as const;
export const RuleKind = v.picklist(RULE_KINDS);
export type RuleKind = v.InferOutput<typeof RuleKind>;

/** What an operator types; `createRuleReader` of server/http/admin makes a rule's platform and value of it. */
export const RuleDraft = v.object({
  kind: RuleKind,
  /** Needed where the value does not tell it: an id, a handle. */
  platform: v.optional(v.nullable(Platform), null),
  value: v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(2048), v.regex(/^[^\0-\x20\x7f]*$/)),
  reason: v.optional(v.pipe(Text, v.trim(), v.maxLength(1000)), ''),
});
export type RuleDraft = v.InferOutput<typeof RuleDraft>;

/** An entry of the blocklist. What it names is answered `taken_down` everywhere. */
export const Rule = v.object({
  id: v.pipe(v.string(), v.uuid()),
  kind: RuleKind,
  /** null: of a host, whatever platform it belongs to. */
  platform: v.nullable(Platform),
  /** Normalised: the canonical URL, the platform's id, the author's handle or address in lower case, the host's name. */
  value: v.string(),
  reason: v.string(),
  /** The takedown case it comes from. */
  caseId: v.nullable(v.string()),
  /** ISO 8601 instant. */
  createdAt: v.string(),
  /** Who added it: `user:<sub>`. */
  createdBy: v.string(),
});
export type Rule = v.InferOutput<typeof Rule>;

/** What of a media rules can name. */
export type Subject = {
  platform: Platform;
  canonicalUrl: string;
  /** null: not known yet. */
  id: string | null;
  author?: { name: string; url: string | null } | null;
};

/** The name under which a rule is found: equal to one of `subjectKeys` of what it hits. */
export function ruleKey({ kind, platform, value }: Pick<Rule, 'kind' | 'platform' | 'value'>): string {
  return kind === 'url' || kind === 'host' ? `${kind}:${value}` : `${kind}:${platform}:${value}`;
}

/** The keys of all rules that would hit a media. */
export function subjectKeys(subject: Subject): string[] {
  return [...mediaKeys(subject), ...linkKeys(subject)];
}

/** Those of them that only the platform tells. */
export function mediaKeys({ platform, id, author = null }: Subject): string[] {
  return [
    ...(id === null ? [] : [`media:${platform}:${id}`]),
    ...authorNames(author).map((name) => `author:${platform}:${name}`),
  ];
}

/** Those of them that its link alone tells. */
export function linkKeys({ canonicalUrl }: Pick<Subject, 'canonicalUrl'>): string[] {
  return [`url:${canonicalUrl}`, ...hostKeys(canonicalUrl)];
}

/** The keys of all rules that would hit a link by its host. */
export function hostKeys(link: string): string[] {
  const labels = (URL.parse(link)?.hostname ?? '').replace(/\.$/, '').split('.');
  // From the whole name up; no rule names a top-level domain.
  return labels.slice(0, -1).map((_, index) => `host:${labels.slice(index).join('.')}`);
}

/** Names of an author that a rule can have: the address and the handle in it, or the name where there is no address. */
function authorNames(author: Subject['author']): string[] {
  if (!author) return [];
  const address = author.url === null ? null : authorAddress(author.url);
  if (address === null) return [authorHandle(author.name)];
  return [address, authorHandle(address.split('/').at(-1) ?? '')];
}

/** An author's page without what varies: `tiktok.com/@someone`. null: no address. */
export function authorAddress(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^(?:www|m|mobile)\./, '');
  return `${host}${url.pathname.replace(/\/+$/, '')}`.toLowerCase();
}

/** A handle as it is compared. */
export function authorHandle(text: string): string {
  return text.replace(/^@/, '').toLowerCase();
}
