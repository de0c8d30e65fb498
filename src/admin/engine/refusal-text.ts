import { m } from '#/language/paraglide/messages.js';
import type { ExtractorRefusal } from '#/model/engine/extractor-version.ts';

/** Why a version of the extractor is not used, in a sentence. */
export const REFUSAL_TEXT: Record<ExtractorRefusal, () => string> = {
  hash: m.admin_extractor_refused_hash,
  start: m.admin_extractor_refused_start,
  parts: m.admin_extractor_refused_parts,
  self_test: m.admin_extractor_refused_self_test,
  canary: m.admin_extractor_refused_canary,
  losses: m.admin_extractor_refused_losses,
  operator: m.admin_extractor_refused_operator,
};
