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

export type ClientLadder = {
  /** The steps to try on a way out, the one that was answered there last before the others. */
  stepsFor(route: string): string[];
  /** Tells which one was answered. */
  worked(route: string, step: string): void;
};

/** Whether to try the next step after this failure. Not where we are too fast for an address: every client has the same. */
export function isForNextClient(code: FailureCode): boolean {
  return NEXT_CLIENT.has(code);
}

/** `steps`: asked for each time, they are changed while it runs. */
export function createClientLadder(steps: () => readonly string[]): ClientLadder {
  const lastAnswered = new Map<string, string>();
  return {
    stepsFor(route) {
      const all = steps();
      const first = lastAnswered.get(route);
      return first !== undefined && all.includes(first) ? [first, ...all.filter((step) => step !== first)] : [...all];
    },
    worked: (route, step) => void lastAnswered.set(route, step),
  };
}
