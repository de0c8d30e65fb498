import type { FailureCode } from '#/model/failure.ts';

/** Answers to one client that another may not get: it is refused, or what it is told cannot be read. */
const NEXT_CLIENT: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'blocked_bot_check',
  'blocked_ip',
  'upstream_forbidden',
  'extractor_broken',
  'engine_misconfigured',
  'no_direct_format',
]);

/** How YouTube is asked: as which clients, and whether with tokens wherever one can be shown. */
export type Step = { clients: string; hasTokens: boolean };

export type ClientLadder = {
  /** The steps to try on a way out, the one that was answered there last before the others. */
  stepsFor(route: string): Step[];
  /** Tells which one was answered. */
  worked(route: string, step: Step): void;
  /** Tells that media were refused which the last answer there had without tokens: the next read begins with them. */
  mediaRefused(route: string): void;
};

type Ports = {
  /** Asked for each time: they are changed while it runs. */
  clients: () => readonly string[];
  /** Whether tokens can be had for what goes a way out. */
  canToken?: (route: string) => boolean;
};

/** Whether to try the next step after this failure. Not where we are too fast for an address: every client has the same. */
export function isForNextClient(code: FailureCode): boolean {
  return NEXT_CLIENT.has(code);
}

/**
 * Each step is tried as it is, and with tokens where it is refused: making the first takes some seconds, and who is answered without needs
 * none.
 */
export function createClientLadder({ clients, canToken = () => false }: Ports): ClientLadder {
  const lastAnswered = new Map<string, Step>();

  function allFor(route: string): Step[] {
    const hasTokens = canToken(route) ? [false, true] : [false];
    return clients().flatMap((names) => hasTokens.map((has) => ({ clients: names, hasTokens: has })));
  }

  return {
    stepsFor(route) {
      const all = allFor(route);
      const last = lastAnswered.get(route);
      const first = all.find((step) => step.clients === last?.clients && step.hasTokens === last.hasTokens);
      return first ? [first, ...all.filter((step) => step !== first)] : all;
    },
    worked: (route, step) => void lastAnswered.set(route, step),
    mediaRefused(route) {
      const first = allFor(route).find(({ hasTokens }) => hasTokens);
      if (first) lastAnswered.set(route, first);
    },
  };
}
