import { m } from '#/language/paraglide/messages.js';

const LINES = [1, 2, 3];

/** What is on its way, as high as it will be about. */
export function Pending({ lines = LINES.length }: { lines?: number }) {
  return (
    <output className="pending" aria-label={m.account_loading()}>
      {LINES.slice(0, lines).map((line) => (
        <span key={line} />
      ))}
    </output>
  );
}
