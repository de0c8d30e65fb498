import type { GraphQLFieldConfigMap } from 'graphql';
import * as v from 'valibot';
import type { Caller } from '#/server/service/caller.ts';

/** Body of a request. Whatever else clients send along is not looked at. */
export const GraphqlBody = v.object({
  query: v.string(),
  variables: v.nullish(v.record(v.string(), v.unknown())),
  operationName: v.nullish(v.string()),
});
export type GraphqlBody = v.InferOutput<typeof GraphqlBody>;

/** What fields are answered by. */
export type GraphqlContext = {
  /** null: what is asked is in the address. */
  body: GraphqlBody | null;
  caller: Caller;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  /** Headers that the answer will have. */
  told: Record<string, string>;
};

export type Fields = GraphQLFieldConfigMap<unknown, GraphqlContext>;
