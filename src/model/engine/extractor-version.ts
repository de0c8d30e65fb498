import * as v from 'valibot';

/** What becomes of newer versions: they take over by themselves, operators are told of them, or nobody looks for them. */
export const UPDATE_MODES = ['auto', 'notify', 'off'] as const;
export type UpdateMode = (typeof UPDATE_MODES)[number];

/**
 * How a read ended, by the version that was asked first. `answered`: the platform has answered, be it that there is no such media;
 * `failed`: it has not; `lost`: it has, but only to the version before, which was asked as well.
 */
export const EXTRACTOR_READS = ['answered', 'failed', 'lost'] as const;
export type ExtractorRead = (typeof EXTRACTOR_READS)[number];

/**
 * Why a version is not used. `hash`: the index has other bytes than were pinned; `start`: its workers do not start; `parts`: it lacks what
 * the running one has; `self_test`: it does not come as far as asking platforms; `canary`: it does not read a canary link that the running
 * one reads; `losses`: it did not read what the one before read; `operator`: somebody went back.
 */
const EXTRACTOR_REFUSALS = ['hash', 'start', 'parts', 'self_test', 'canary', 'losses', 'operator'] as const;
export const ExtractorRefusal = v.picklist(EXTRACTOR_REFUSALS);
export type ExtractorRefusal = v.InferOutput<typeof ExtractorRefusal>;

/** A version as pip calls it, by its date: 2026.10.26, or 2026.10.26.1. */
export const ExtractorVersion = v.pipe(v.string(), v.regex(/^\d{1,4}(?:\.\d{1,6}){1,4}$/));

/** What the log of changes calls the version that is tried where none is named. */
export const NEWEST_EXTRACTOR = 'newest';

/** A change of versions, for everybody: another one took over, or gave way to the one before it. */
export const ExtractorChange = v.object({
  id: v.string(),
  kind: v.picklist(['taken', 'returned']),
  /** null: the one that each server was installed with. */
  version: v.nullable(v.string()),
  /** The one that was used until then. */
  before: v.nullable(v.string()),
  /** ISO 8601 instant. */
  at: v.string(),
});
export type ExtractorChange = v.InferOutput<typeof ExtractorChange>;

/** Orders versions by their numbers, of which pip leaves out zeros in front: 2026.3.1 is 2026.03.01. Negative: the first is older. */
export function compareVersions(one: string, other: string): number {
  const [ours, theirs] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (let place = 0; place < Math.max(ours.length, theirs.length); place++) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** As pip calls it. */
export function asPipCallsIt(version: string): string {
  return version.split('.').map(Number).join('.');
}
