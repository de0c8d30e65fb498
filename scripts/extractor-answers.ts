import type { ExtractorCommand } from '#/server/updates/extractor-commands.ts';
import type { UpdateOutcome, VersionsKnown } from '#/server/updates/index.ts';

/** What came of a command, for the operator: the answer of run-extractor-command.ts, as JSON has it. */
export function describeAnswer({ what }: ExtractorCommand, answer: unknown): string[] {
  if (what === 'update') return [describeOutcome(answer as UpdateOutcome)];
  if (what === 'list') return describeVersions(answer as VersionsKnown);
  const gone = answer as { from: string; to: string | null } | null;
  if (!gone) return ['No other version has taken over, so there is none to go back from.'];
  return [`${gone.from} gives way to ${nameOf(gone.to)}, and is not taken again by itself.`];
}

function describeOutcome(result: UpdateOutcome): string {
  switch (result.outcome) {
    case 'taken':
      return `${result.version} takes over. For a day, what it cannot read is given to the version before.`;
    case 'newest':
      return `Nothing newer than what runs: the index has ${result.version}.`;
    case 'refused':
      return `${result.version} is not used: ${result.detail}.`;
    case 'noticed':
    case 'resting':
      return `There is ${result.version}.`;
    case 'index':
      return `No newer version could be looked for: ${result.detail}.`;
    case 'impossible':
      return `Nothing can be updated: ${result.detail}.`;
    case 'elsewhere':
      return 'Another server looks for a version at the moment. `npm run extractor -- list` tells what comes of it.';
  }
}

function describeVersions({ mode, decision, versions, nodes }: VersionsKnown): string[] {
  const watched = decision.isWatched ? `, watched beside ${nameOf(decision.previous)}` : '';
  return [
    `EXTRACTOR_UPDATES=${mode}. To be used: ${nameOf(decision.version)}${watched}.`,
    ...versions.map(({ version, refusal, detail, seenAt, reads }) => {
      const states = refusal
        ? `not used: ${detail}`
        : version === decision.version
          ? 'used'
          : version === decision.previous
            ? 'used before'
            : 'not tried';
      const counted = reads.map(({ platform, answered, failed, lost }) => {
        const worse = lost > 0 ? `, ${lost} by the one before only` : '';
        return `${platform} ${answered} of ${answered + failed + lost}${worse}`;
      });
      const told = counted.length > 0 ? `; read since then: ${counted.join('; ')}` : '';
      return `${version}  known since ${String(seenAt).slice(0, 10)}, ${states}${told}`;
    }),
    ...nodes.map(({ node, version, trouble }) => {
      const why = trouble === null ? '' : `, since ${trouble}`;
      return `server ${node.slice(0, 8)} runs ${version ?? 'none'}${why}`;
    }),
  ];
}

const nameOf = (version: string | null) => version ?? 'the version that is installed';
