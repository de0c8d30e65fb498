const LINES = {
  cross: 'm6.5 6.5 11 11m0-11-11 11',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  forward: 'M12 5v14M6 11l6-6 6 6',
  back: 'M12 5v14M6 13l6 6 6-6',
} as const;

export type SignName = keyof typeof LINES;

/** What buttons close, open and move things by, as a drawing of lines. Its size and strength are its button's. */
export function Sign({ name }: { name: SignName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}
