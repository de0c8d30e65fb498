import type { Python } from './python.ts';

/** What an extractor may have beyond yt-dlp itself. */
export type ExtractorParts = Pick<Python, 'jsChallenges' | 'browserFingerprints' | 'keepsConnections'>;

type Part = {
  part: keyof ExtractorParts;
  name: string;
  /** The platforms that need it. */
  needed: string;
  /** Packages of Python that it consists of. */
  from: string;
  cost: string;
};

const PARTS: Part[] = [
  {
    part: 'jsChallenges',
    name: 'scripts that solve JavaScript challenges',
    needed: 'YouTube',
    from: 'yt-dlp-ejs',
    cost: 'only those of YouTube’s clients answer that set none, and some formats are absent.',
  },
  {
    part: 'browserFingerprints',
    name: 'fingerprints of browsers',
    needed: 'Instagram and TikTok',
    from: 'curl-cffi',
    cost: 'Instagram and TikTok take the extractor for a robot, and refuse links.',
  },
  {
    part: 'keepsConnections',
    name: 'kept connections',
    needed: 'speed',
    from: 'current requests and urllib3',
    cost: 'each extraction is slower.',
  },
];

/** What of it is missing, in one sentence each, with what that costs; what is left open is not told of. */
export function costsOf(parts: Partial<ExtractorParts>): string[] {
  return missingOf(parts).map(({ name, from, cost }) => `No ${name} (${from}): ${cost}`);
}

/** What of it is there. */
export function presentOf(parts: Partial<ExtractorParts>): string[] {
  return PARTS.filter(({ part }) => parts[part]).map(({ name, from }) => `${name} (${from})`);
}

/** What it costs that a part is missing, or does not work. */
export function costOf(part: keyof ExtractorParts): string {
  return PARTS.flatMap((each) => (each.part === part ? each.cost : [])).join();
}

/** What is missing in half a line; empty where nothing is missing. */
export function lacking(parts: ExtractorParts): string {
  const missing = missingOf(parts).map(({ name, needed }) => `${name} for ${needed}`);
  return missing.length > 0 ? `without ${missing.join(', ')}` : '';
}

const missingOf = (parts: Partial<ExtractorParts>) => PARTS.filter(({ part }) => parts[part] === false);
