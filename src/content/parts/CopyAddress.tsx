import { m } from '#/language/paraglide/messages.js';
import classes from './parts.module.css';

/** A text to copy: by hand, or by its button where scripts run (enhance.ts). */
export function CopyAddress({ text }: { text: string }) {
  return (
    <div className={classes.copy} data-copy>
      <input readOnly value={text} aria-label={m.content_address()} dir="ltr" />
      <button type="button" hidden data-copied={m.download_copied()}>
        {m.content_copy()}
      </button>
    </div>
  );
}
