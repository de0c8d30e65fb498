import type { GraphQLFieldConfigMap } from 'graphql';
import type { Caller } from '../limits/holders.ts';

/** What fields are answered by. */
export type GraphqlContext = {
  caller: Caller;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  /** Headers that the answer will have. */
  told: Record<string, string>;
};

export type Fields = GraphQLFieldConfigMap<unknown, GraphqlContext>;
