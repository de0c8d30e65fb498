import classes from './sections.module.css';

/** Drawn on a square of 24, of lines of 1.5px. */
const PATHS = {
  /** A shield: nothing is sold, nobody asked who they are. */
  ads: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  /** A ruler. */
  sizes: 'M3 9h18v7H3zM7 9v3M11 9v4M15 9v3M19 9v2',
  /** A file with a tick. */
  files: 'M6 3h8l5 5v13H6zM14 3v5h5M9.5 14l2 2 4-4',
  /** A globe. */
  everyone: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3.5 9.5h17M3.5 14.5h17M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
};

type IconName = keyof typeof PATHS;

/** A sign beside words that say the same, and so a silent one. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
