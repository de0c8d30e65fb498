import { isOf } from '#/model/failure-codes.ts';
import type { FailureCode } from '#/model/failure.ts';
import { isAnswer, isFault } from '#/model/outcome.ts';
import type { ClientState } from '#/model/engine/route.ts';

/** How YouTube is asked: as which clients, and whether with tokens wherever one can be shown. */
export type Step = { clients: string; hasTokens: boolean };

export type ClientLadder = {
  /** The steps to try on a way out, the one that was answered there last before the others. */
  stepsFor(route: string): Step[];
  /** Tells how one ended; null: well. */
  ended(route: string, step: Step, code: FailureCode | null): void;
  /** Tells that media were refused which the last answer there had without tokens: the next read begins with them. */
  mediaRefused(route: string): void;
  /** How the steps that there are now do on the ways that were taken. */
  states(): ClientState[];
};

type Ports = {
  /** Asked for each time: they are changed while it runs. */
  clients: () => readonly string[];
  /** Whether tokens can be had for what goes a way out. */
  canToken?: (route: string) => boolean;
};

type Counts = Pick<ClientState, 'answered' | 'refused' | 'reason'>;

/** Whether to try the next step after this failure. Not where we are too fast for an address: every client has the same. */
export function isForNextClient(code: FailureCode): boolean {
  return isOf(code, 'next-client');
}

/**
 * Each step is tried as it is, and with tokens where it is refused: making the first takes some seconds, and who is answered without needs
 * none.
 */
export function createClientLadder({ clients, canToken = () => false }: Ports): ClientLadder {
  const lastAnswered = new Map<string, Step>();

  const counts = new Map<string, Map<string, Counts>>();

  function allFor(route: string): Step[] {
    const hasTokens = canToken(route) ? [false, true] : [false];
    return clients().flatMap((names) => hasTokens.map((has) => ({ clients: names, hasTokens: has })));
  }

  function stepsFor(route: string): Step[] {
    const all = allFor(route);
    const last = lastAnswered.get(route);
    const first = all.find((step) => step.clients === last?.clients && step.hasTokens === last.hasTokens);
    return first ? [first, ...all.filter((step) => step !== first)] : all;
  }

  function countsOf(route: string, step: Step): Counts {
    const ofRoute = counts.get(route) ?? new Map<string, Counts>();
    counts.set(route, ofRoute);
    const known = ofRoute.get(nameOf(step)) ?? { answered: 0, refused: 0, reason: null };
    ofRoute.set(nameOf(step), known);
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
    mediaRefused(route) {
      const first = allFor(route).find(({ hasTokens }) => hasTokens);
      if (first) lastAnswered.set(route, first);
    },
    states: () =>
      [...counts.keys()].flatMap((route) =>
        stepsFor(route).map((step, place) => ({
          route,
          client: nameOf(step),
          isFirst: place === 0,
          ...countsOf(route, step),
        })),
      ),
  };
}

/** As operators read it: by YouTube's own names of clients, and whether with its tokens. */
function nameOf({ clients, hasTokens }: Step): string {
  return hasTokens ? `${clients} + PO token` : clients;
}
