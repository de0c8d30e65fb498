import { formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Usage } from '#/model/download.ts';
import { nextReset } from './use-usage.ts';

/** What is left of the visitor's limits, and when it is whole again. */
export function UsageLine({ usage }: { usage: Usage }) {
  const { resolutions, downloads } = usage;
  const left = {
    links: resolutions.remaining,
    linkLimit: resolutions.limit,
    files: downloads.remaining,
    fileLimit: downloads.limit,
  };
  const resetsInS = nextReset(usage);
  return (
    <p className="secondary">
      {resetsInS > 0 ? m.download_left_until({ ...left, time: formatTimeLeft(resetsInS) }) : m.download_left(left)}
    </p>
  );
}
