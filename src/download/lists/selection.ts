/** Which entries of a list are selected: those of the set, or all others, also those that are not loaded yet. */
export type Selection = { except: boolean; set: ReadonlySet<number> };

export const EVERYTHING: Selection = { except: true, set: new Set() };
export const NOTHING: Selection = { except: false, set: new Set() };

export function only(indexes: readonly number[]): Selection {
  return { except: false, set: new Set(indexes) };
}

export function isSelected({ except, set }: Selection, index: number): boolean {
  return set.has(index) !== except;
}

/** The selection after these entries were selected, or no longer are. */
export function withEntries(selection: Selection, indexes: readonly number[], selected: boolean): Selection {
  const set = new Set(selection.set);
  for (const index of indexes) {
    if (selected === selection.except) set.delete(index);
    else set.add(index);
  }
  return { except: selection.except, set };
}
