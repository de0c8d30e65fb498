const LINES = {
  cross: 'm6.5 6.5 11 11m0-11-11 11',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  bin: 'M5 7.5h14m-9 0v-2.5h4v2.5m-7 0 1 12h8l1-12m-6 3.5v5m2-5v5',
  search: 'M15.5 10.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0Zm-1.5 3.5 5 5',
  save: 'M12 4v11m-4.5-4.5 4.5 4.5 4.5-4.5M5 19.5h14',
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
