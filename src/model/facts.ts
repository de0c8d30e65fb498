import { accounts, allowances, limits, pictures } from '#app.config';

const FACTS = { limits, allowances, pictures, accounts: { passwordSettings: accounts.passwordSettings } };

type PathsOf<T, Place extends string = ''> = {
  [K in keyof T & string]: T[K] extends number
    ? `${Place}${K}`
    : T[K] extends object
      ? PathsOf<T[K], `${Place}${K}.`>
      : never;
}[keyof T & string];

/** Where app.config.ts has a number that documents tell: `allowances.keptFileS`. */
export type FactPath = PathsOf<typeof FACTS>;

/** What an installation has set otherwise than app.config.ts has it. */
export type ChangedFacts = Partial<Record<FactPath, number>>;

/** The number at a place in app.config.ts. Throws for a place that has none: documents are not checked by the compiler. */
export function factAt(path: FactPath): number {
  let value: unknown = FACTS;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'number') throw new Error(`app.config.ts has no number at ${path}`);
  return value;
}

const SECONDS_OF: Record<string, number> = { S: 1, Minutes: 60, Hours: 60 * 60 };

/** The same in seconds, for what lasts: the end of its name tells its unit. */
export function secondsOf(path: FactPath, value: number): number {
  const unit = /(?:S|Minutes|Hours)$/.exec(path)?.[0];
  const seconds = unit === undefined ? undefined : SECONDS_OF[unit];
  if (seconds === undefined) throw new Error(`${path} does not end with a unit of time`);
  return value * seconds;
}
