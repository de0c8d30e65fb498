import { m as text } from '../texts/paraglide/messages.js';
import classes from './AccountForm.module.css';

/** What the service refused, until it is dismissed. It is read out as it appears. */
export function RemoteErrorAlert({ text: message, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div role="alert" className={classes.alert}>
      <p>{message}</p>
      <button type="button" className={classes.icon} aria-label={text.dismiss()} onClick={onDismiss}>
        <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M6 6l12 12M18 6L6 18" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
