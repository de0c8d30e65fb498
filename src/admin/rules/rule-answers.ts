import * as v from 'valibot';
import { m } from '#/language/paraglide/messages.js';
import { Platform } from '#/model/platform-schema.ts';
import { RuleDraft, RuleKind } from '#/model/rule.ts';

const isLink = (value: string) => /^https?:/i.test(value.trim());

/** What the form of a rule asks, as its fields have it. */
export const RuleAnswers = v.pipe(
  v.object({
    kind: RuleKind,
    /** Empty: as the link tells. */
    platform: v.union([v.literal(''), Platform]),
    value: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(() => m.admin_rules_value_missing()),
      v.maxLength(2048),
      v.regex(/^[^\0-\x20\x7f]*$/, () => m.admin_rules_value_space()),
    ),
    reason: v.pipe(v.string(), v.trim(), v.maxLength(1000)),
  }),
  v.forward(
    v.check(
      ({ kind, platform, value }) => platform !== '' || !isNamed(kind, value),
      () => m.admin_rules_platform_missing(),
    ),
    ['platform'],
  ),
);
export type RuleAnswers = v.InferInput<typeof RuleAnswers>;

export const BLANK_RULE: RuleAnswers = { kind: 'url', platform: '', value: '', reason: '' };

/** Whether a value is an id or a handle, which says nothing of its platform. */
function isNamed(kind: RuleKind, value: string): boolean {
  return (kind === 'media' || kind === 'author') && !isLink(value);
}

/** Whether the platform is asked for. */
export function asksPlatform({ kind }: Pick<RuleAnswers, 'kind'>): boolean {
  return kind === 'media' || kind === 'author';
}

/** The rule that valid answers ask for. */
export function toRuleDraft(answers: RuleAnswers): RuleDraft {
  const { platform, ...draft } = v.parse(RuleAnswers, answers);
  return v.parse(RuleDraft, { ...draft, platform: platform !== '' && asksPlatform(draft) ? platform : null });
}
