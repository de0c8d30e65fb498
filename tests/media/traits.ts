import type { Facts } from './fact-table.ts';

/** Those of a pair's traits that do not hold, each with what is the case instead. Throws for a trait of no known form. */
export function missingTraits(traits: string[], facts: { video: Facts; audio: Facts }): string[] {
  return traits.flatMap((trait) => {
    const [, side = '', name = '', comparison, expected = ''] = /^(video|audio) ([^=>]+)([=>])(.+)$/.exec(trait) ?? [];
    if (side !== 'video' && side !== 'audio') throw new Error(`no trait: ${trait}`);
    const actual = facts[side][name] ?? 0;
    const holds = comparison === '=' ? String(actual) === expected : Number(actual) > Number(expected);
    return holds ? [] : [`${trait}, but it is ${actual}`];
  });
}
