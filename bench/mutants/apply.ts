import type { Mutant } from './list.ts';

/** A source with a fault planted. Throws where the list is out of date: its text is not there, or there more than once. */
export function plant(source: string, { file, before, after }: Pick<Mutant, 'file' | 'before' | 'after'>): string {
  const found = source.split(before).length - 1;
  if (found !== 1) throw new Error(`${file}: found ${found} times instead of once: ${before}`);
  return source.replace(before, () => after);
}
