import classes from './Logo.module.css';

/** Two banks, and a line that crosses between them. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className={classes.mark}>
      <path d="M6 5v22M26 5v22" />
      <path d="M6 20c7 0 5-8 12-8h8" className={classes.crossing} />
      <circle cx="18" cy="12" r="2.5" className={classes.ferry} />
    </svg>
  );
}
