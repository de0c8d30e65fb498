import type { FailureCode } from '#/model/failure.ts';
import { isAnswer, isFault } from '#/model/outcome.ts';
import type { ClientState } from '#/model/route.ts';

/** Answers to one client that another may not get: it is refused, or what it is told cannot be read. */
const NEXT_CLIENT: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'blocked_bot_check',
  'blocked_ip',
  'upstream_forbidden',
  'extractor_broken',
  'engine_misconfigured',
  'no_direct_format',
]);

export type ClientLadder = {
  /** The steps to try on a way out, the one that was answered there last before the others. */
  stepsFor(route: string): string[];
  /** Tells how one ended; null: well. */
  ended(route: string, step: string, code: FailureCode | null): void;
  /** How the steps that there are now do on the ways that were taken. */
  states(): ClientState[];
};

type Counts = Pick<ClientState, 'answered' | 'refused' | 'reason'>;

/** Whether to try the next step after this failure. Not where we are too fast for an address: every client has the same. */
export function isForNextClient(code: FailureCode): boolean {
  return NEXT_CLIENT.has(code);
}

/** `steps`: asked for each time, they are changed while it runs. */
export function createClientLadder(steps: () => readonly string[]): ClientLadder {
  const lastAnswered = new Map<string, string>();
  const counts = new Map<string, Map<string, Counts>>();

  function stepsFor(route: string): string[] {
    const all = steps();
    const first = lastAnswered.get(route);
    return first !== undefined && all.includes(first) ? [first, ...all.filter((step) => step !== first)] : [...all];
  }

  function countsOf(route: string, step: string): Counts {
    const ofRoute = counts.get(route) ?? new Map<string, Counts>();
    counts.set(route, ofRoute);
    const known = ofRoute.get(step) ?? { answered: 0, refused: 0, reason: null };
    ofRoute.set(step, known);
    return known;
  }

  return {
    stepsFor,
    ended(route, step, code) {
      if (code === null) lastAnswered.set(route, step);
      const known = countsOf(route, step);
      // That a video is private is an answer to the client, unless another might get a better one.
      if (code === null || (isAnswer(code) && !isForNextClient(code)))
        Object.assign(known, { reason: null }).answered++;
      else if (isFault(code) || isForNextClient(code)) Object.assign(known, { reason: code }).refused++;
    },
    states: () =>
      [...counts.keys()].flatMap((route) =>
        stepsFor(route).map((client, place) => ({ route, client, isFirst: place === 0, ...countsOf(route, client) })),
      ),
  };
}
