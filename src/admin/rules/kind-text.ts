import { m } from '#/language/paraglide/messages.js';
import type { RuleKind } from '#/model/rule.ts';

/** What a rule names, and what is to be typed for it. */
export const KIND_TEXT: Record<RuleKind, { name: () => string; hint: () => string }> = {
  url: { name: m.admin_rule_url, hint: m.admin_rule_url_hint },
  media: { name: m.admin_rule_media, hint: m.admin_rule_media_hint },
  author: { name: m.admin_rule_author, hint: m.admin_rule_author_hint },
  host: { name: m.admin_rule_host, hint: m.admin_rule_host_hint },
};
