import { formatNumber, joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { FailureCode } from '#/model/failure.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import type { Transfer } from '../transfers/transfer-state.ts';

/** How many of the links of an archive are in it, and why others are not. Nothing, where all are, or it is not made yet. */
export function ZipNote({ transfer: { kept, progress } }: { transfer: Transfer }) {
  const leftOut = progress?.file?.leftOut ?? [];
  if (!kept || kept === 'file' || leftOut.length === 0) return null;
  const total = kept.urls.length;
  const part = m.download_zip_part({
    count: formatNumber(Math.max(0, total - leftOut.length)),
    total: formatNumber(total),
  });
  const reasons = [...Map.groupBy(leftOut, (code) => code)].map(([code, all]) => reason(code, all.length));
  return joinSentences([part, ...reasons]);
}

function reason(code: FailureCode, count: number): string {
  const title = FAILURE_TEXT[code].title();
  return count === 1 ? title : `${title} (${formatNumber(count)})`;
}
