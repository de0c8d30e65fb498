import classes from './Logo.module.css';

/** Two banks, and a line that crosses between them. It has its looks in itself, for pages that stand alone (serving/standalone-page.server.ts). */
export function Logo() {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
      className={classes.mark}
    >
      <path d="M6 5v22M26 5v22" />
      <path d="M6 20c7 0 5-8 12-8h8" stroke="var(--accent)" />
      <circle cx="18" cy="12" r="2.5" fill="var(--accent)" stroke="none" />
    </svg>
  );
}
