import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Graphql, GraphqlPorts, GraphqlSettings } from './graphql.ts';
import { GRAPHQL_PATH } from './path.ts';

type MountedGraphql = {
  /** Whether a path is its own. */
  isAt(path: string): boolean;
  /** Answers a request for GraphQL; null: it is not one. */
  take(req: IncomingMessage, res: ServerResponse): Promise<void> | null;
  /** Ends open subscriptions. */
  close(): Promise<void>;
};

/** GraphQL, loaded for the first who asks for it: its libraries take 40 MB and half a second, which most servers never need. */
export function mountGraphql(settings: GraphqlSettings, ports: GraphqlPorts): MountedGraphql {
  let loading: Promise<Graphql> | null = null;
  const load = async (): Promise<Graphql> => {
    const { createGraphql } = await import('./graphql.ts');
    return createGraphql(settings, ports);
  };
  const isAt = (path: string) => path === GRAPHQL_PATH;
  return {
    isAt,
    take(req, res) {
      if (!isAt(req.url?.split('?', 1)[0] ?? '')) return null;
      loading ??= load();
      return loading.then(({ handle }) => handle(req, res));
    },
    async close() {
      (await loading)?.close();
      // Its last words are on their way before anybody closes the connection.
      await setImmediate();
    },
  };
}
