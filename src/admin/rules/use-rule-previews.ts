import { useMutation } from '@tanstack/react-query';
import { isBug, valueOf } from '#/account/pages/refusal.ts';
import { isOf } from '#/model/failure-codes.ts';
import type { FailureCode } from '#/model/failure.ts';
import type { RuleDraft } from '#/model/rule.ts';
import { useAdmin } from '../admin-context.ts';

/**
 * Asks what rules would be and what they would hit; the first that cannot be read refuses all. Nothing is changed by it.
 * @param onUnreadable hears which ones are refused for what they name, by their place
 */
export function useRulePreviews(onUnreadable?: (place: number, code: FailureCode) => void) {
  const admin = useAdmin();
  const preview = async (body: RuleDraft, place: number) => {
    const answer = await admin.call('previewRule', { body });
    const code = answer.ok ? null : answer.failure.code;
    if (code !== null && (isOf(code, 'link') || isOf(code, 'media'))) onUnreadable?.(place, code);
    return valueOf(Promise.resolve(answer));
  };
  return useMutation({
    mutationFn: (drafts: readonly RuleDraft[]) => Promise.all(drafts.map(preview)),
    throwOnError: isBug,
  });
}
