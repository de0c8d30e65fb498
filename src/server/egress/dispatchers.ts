import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';
import type { RouteUse } from './egress.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import type { Routes } from './routes.ts';

type Dispatchers = {
  /** The one of a use of a route, with connections that no other use shares. Throws RouteError (unknown). */
  of(use: RouteUse): Agent;
  close(): Promise<void>;
};

/** Each media of a network has an address of its own, and so a dispatcher: more than are read from at once. */
const MAX_KEPT = 100;

export function createDispatchers(options: Omit<DispatcherOptions, 'route'>, routes: Routes): Dispatchers {
  const kept = new LRUCache<string, Agent>({
    max: MAX_KEPT,
    // What runs on it ends by itself.
    dispose: (agent, _key, reason) => void (reason === 'evict' && agent.close()),
  });
  return {
    of(use) {
      const key = routes.write(use);
      const agent = kept.get(key) ?? createDispatcher({ ...options, route: { use, way: routes.wayOf(use) } });
      kept.set(key, agent);
      return agent;
    },
    async close() {
      await Promise.all([...kept.values()].map((agent) => agent.destroy()));
    },
  };
}
