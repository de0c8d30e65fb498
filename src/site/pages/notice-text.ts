import { currentLocale } from '#/language/current.ts';
import type { Notice } from '#/model/notice.ts';

/** What the operator tells, in the page's language or else in English; null: nothing that could be read here. */
export function noticeText(notice: Notice | null | undefined): string | null {
  return notice?.[currentLocale()] ?? notice?.en ?? null;
}
