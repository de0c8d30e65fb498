import { LRUCache } from 'lru-cache';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { TokenState } from '#/model/engine/token-state.ts';
import type { RouteUse } from '#/server/egress/egress.ts';
import { restMs } from '../egress-routes/route-health.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { keyOf, type TokenProvider } from './provider.ts';

type TokensSettings = {
  provider: TokenProvider;
  log: (message: string) => void;
  /** Milliseconds by a clock that nobody sets. */
  now?: () => number;
  random?: () => number;
};

/** Tokens by which YouTube tells browsers from robots (PO tokens): made when they are asked for, and kept while they are good. */
export type PoTokens = {
  /** Whether it is worth asking for one by this way out: not for a while after one could not be made. */
  isAble(route: string): boolean;
  /** A token bound to a video or a visitor, for what goes this way. Failures: those of TokenProvider, `cancelled`. */
  mint(route: RouteUse, binding: string, signal?: AbortSignal): Promise<Result<string>>;
  /** Media were refused that had a token: those that were made this way are forgotten. */
  doubt(route: RouteUse): void;
  /** What came of the last that was asked for. */
  state(): TokenState;
  /** null: it works, as far as can be told without YouTube; else why not, in English for the operator. */
  check(): Promise<string | null>;
  close(): Promise<void>;
};

type Kept = { token: string; goodUntil: number };
type Rest = { failures: number; until: number };

/** Tokens are not handed out in their last minutes: media are read for a while. */
const MARGIN_MS = 5 * 60_000;
const MAX_KEPT = 1_000;
/** What is refused again at once has another reason. */
const DOUBT_PAUSE_MS = 60_000;

export function createPoTokens(settings: TokensSettings): PoTokens {
  const { provider, log, now = () => performance.now(), random = Math.random } = settings;
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT });
  const underWay = new Map<string, Promise<Result<string>>>();
  const rests = new Map<string, Rest>();
  const doubted = new LRUCache<string, number>({ max: MAX_KEPT });
  let state: TokenState = 'untried';

  function keep(key: string, token: string, lifeMs: number): void {
    // Of one that lives for minutes only, half of them.
    kept.set(key, { token, goodUntil: now() + Math.max(lifeMs - MARGIN_MS, lifeMs / 2) });
  }

  async function make(key: string, route: RouteUse, binding: string): Promise<Result<string>> {
    const minted = await provider.mint(route, binding);
    if (minted.ok) {
      state = 'working';
      rests.delete(route.name);
      keep(key, minted.value.token, minted.value.lifeMs);
      return ok(minted.value.token);
    }
    const { code } = minted.failure;
    if (code !== 'cancelled' && code !== 'engine_unavailable') {
      state = 'failing';
      const { failures } = rests.get(route.name) ?? { failures: 0 };
      rests.set(route.name, { failures: failures + 1, until: now() + restMs(failures, random) });
      log(`youtube: no token by the way out ${route.name}: ${code}`);
    }
    return minted;
  }

  const isAble = (route: string) => (rests.get(route)?.until ?? 0) <= now();

  return {
    isAble,
    async mint(route, binding, signal) {
      const key = `${keyOf(route)}\n${binding}`;
      const known = kept.get(key);
      if (known && known.goodUntil > now()) return ok(known.token);
      // An extractor asks again for each format.
      if (!isAble(route.name)) return fail('engine_unavailable', { platform: 'youtube' });
      const shared = underWay.get(key) ?? make(key, route, binding).finally(() => underWay.delete(key));
      underWay.set(key, shared);
      return unlessAborted(shared, signal);
    },
    doubt(route) {
      const key = keyOf(route);
      if ((doubted.get(key) ?? -Infinity) > now() - DOUBT_PAUSE_MS) return;
      doubted.set(key, now());
      for (const name of kept.keys().toArray()) if (name.startsWith(`${key}\n`)) kept.delete(name);
      provider.forget(route);
    },
    state: () => state,
    check: () => provider.check(),
    close: () => provider.close(),
  };
}
