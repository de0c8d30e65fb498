import type { Result } from '#/model/failure.ts';
import type { RouteUse } from '#/server/egress/egress.ts';

/** A token, and the milliseconds for which it is good. */
export type Minted = { token: string; lifeMs: number };

/** Who makes tokens. */
export type TokenProvider = {
  /**
   * A token bound to a video or a visitor. All that it takes goes out by `route`, as the media will that it is for. Failures: those of the
   * door, `blocked_bot_check` where YouTube refuses it, `extractor_broken` where YouTube is not understood, `engine_misconfigured` where it
   * is ours that does not work, `timeout`.
   */
  mint(route: RouteUse, binding: string): Promise<Result<Minted>>;
  /** null: it works, as far as can be told without YouTube; else why not, in English for the operator. */
  check(): Promise<string | null>;
  /** What was begun by a way out is not taken any more. */
  forget(route: RouteUse): void;
  close(): Promise<void>;
};

/** A text that is another for each use of a way out. */
export function keyOf({ name, localAddress }: RouteUse): string {
  return localAddress === null ? name : `${name} ${localAddress}`;
}
