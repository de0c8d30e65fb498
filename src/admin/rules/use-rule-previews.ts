import { useMutation } from '@tanstack/react-query';
import { isBug, valueOf } from '#/account/pages/refusal.ts';
import type { RuleDraft } from '#/model/rule.ts';
import { useAdmin } from '../admin-context.ts';

/** Asks what rules would be and what they would hit; the first that cannot be read refuses all. Nothing is changed by it. */
export function useRulePreviews() {
  const admin = useAdmin();
  return useMutation({
    mutationFn: (drafts: readonly RuleDraft[]) =>
      Promise.all(drafts.map((body) => valueOf(admin.call('previewRule', { body })))),
    throwOnError: isBug,
  });
}
