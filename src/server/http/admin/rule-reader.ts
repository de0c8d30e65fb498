import { fail, ok, type Result } from '#/model/failure.ts';
import { platformOfLink } from '#/model/links/links.ts';
import { platformOfHost } from '#/model/platform.ts';
import { authorAddress, authorHandle, type RuleDraft } from '#/model/rule.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { NewRule } from '#/server/store/tables/rules.ts';

type Identify = Engine['identify'];

/**
 * A rule as it is kept, of what an operator typed: links become canonical ones, short links are followed, authors and hosts lose what
 * varies. Failures: those of a link; unsupported_host; invalid_request, where an id or a handle comes without its platform.
 */
export async function readRule(draft: RuleDraft, identify: Identify, signal: AbortSignal): Promise<Result<NewRule>> {
  const { kind, value, reason } = draft;
  if (kind === 'host') return readHost(draft);
  if (kind === 'author') return readAuthor(draft);
  if (kind === 'media' && !/^https?:/i.test(value)) return named(draft, value);
  const identified = await identify(value, { signal });
  if (!identified.ok) return identified;
  const { platform, canonicalUrl, id } = identified.value;
  return ok({ kind, platform, value: kind === 'url' ? canonicalUrl : id, reason });
}

/** All drafts, or the first failure. */
export async function readRules(
  drafts: readonly RuleDraft[],
  identify: Identify,
  signal: AbortSignal,
): Promise<Result<NewRule[]>> {
  const rules: NewRule[] = [];
  for (const draft of drafts) {
    const rule = await readRule(draft, identify, signal);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return ok(rules);
}

function readAuthor(draft: RuleDraft): Result<NewRule> {
  const address = authorAddress(draft.value);
  if (address === null) return named(draft, authorHandle(draft.value));
  const platform = platformOfHost(address.split('/', 1)[0] ?? '');
  if (!platform) return fail('unsupported_host');
  // A host alone would be nobody's address.
  return address.includes('/') ? ok({ ...draft, platform, value: address }) : fail('invalid_request');
}

function readHost({ kind, value, reason }: RuleDraft): Result<NewRule> {
  const host = URL.parse(/^https?:/i.test(value) ? value : `https://${value}`)?.hostname.replace(/\.$/, '') ?? '';
  // Those of mirrors too: links are pasted with them.
  return platformOfLink(`https://${host}/`)
    ? ok({ kind, platform: null, value: host, reason })
    : fail('unsupported_host');
}

function named({ kind, platform, reason }: RuleDraft, value: string): Result<NewRule> {
  return platform === null || value === '' ? fail('invalid_request') : ok({ kind, platform, value, reason });
}
