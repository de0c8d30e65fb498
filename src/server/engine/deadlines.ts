import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { platformRules } from './platforms/all.ts';

/** How long the steps of the engine may take, in milliseconds: what has not ended by then is given up. */
export type Deadlines = {
  /** From a link to its answer, by all ways out and all clients. */
  read: Readonly<Record<Platform, number>>;
  /** Of YouTube's challenges. */
  solver: {
    /** For one question; the first about a player evaluates its 2.7 MB. */
    solveMs: number;
    /** For a player that is new. */
    prepareMs: number;
  };
  /** Of YouTube's tokens, where they are made here. */
  minter: {
    /** For all of YouTube's answers that one session needs. */
    requestsMs: number;
    /** For its program. */
    programMs: number;
    mintMs: number;
  };
  /** Of YouTube's tokens, where a provider elsewhere makes them. */
  provider: {
    /** What yt-dlp's own plugin for such providers waits. */
    answerMs: number;
  };
  /** Before a version of the extractor takes over. */
  trial: {
    /** For one platform's extractor, which asks nobody. */
    selfTestMs: number;
  };
};

/**
 * Those of an installation. Steps of a read that only a machine's speed decides have ten times and more what a quiet one takes: a busy one is
 * slower, and they end with the read that wants them anyway.
 */
export const usualDeadlines: Deadlines = {
  read: Object.fromEntries(
    PLATFORMS.map((platform) => [platform, platformRules[platform].deadlineMs]),
  ) as Deadlines['read'],
  solver: { solveMs: 5_000, prepareMs: 15_000 },
  minter: { requestsMs: 10_000, programMs: 20_000, mintMs: 10_000 },
  provider: { answerMs: 20_000 },
  trial: { selfTestMs: 15_000 },
};
