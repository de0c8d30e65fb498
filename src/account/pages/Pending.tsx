import { m } from '#/language/paraglide/messages.js';
import * as shared from '#/site/components/shared.module.css';

const LINES = [1, 2, 3];

/** What is on its way, as high as it will be about. */
export function Pending({ lines = LINES.length }: { lines?: number }) {
  return (
    <output className={shared.pending} aria-label={m.account_loading()}>
      {LINES.slice(0, lines).map((line) => (
        <span key={line} />
      ))}
    </output>
  );
}
