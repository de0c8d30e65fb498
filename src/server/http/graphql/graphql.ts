import type { RequestListener } from 'node:http';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { toNodeHandler } from 'srvx/node';
import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Failure } from '#/model/failure.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';
import type { ResolvePorts } from '#/server/service/resolving/resolve-link.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import type { Cors } from '../cors.ts';
import type { Fields, GraphqlContext } from './context.ts';
import { documentLimits, rememberedDocuments } from './document-limits.ts';
import { createErrorMask, maskFindings } from './mask-error.ts';
import { createProgressFeed } from './progress-feed.ts';
import { GRAPHQL_PATH } from './path.ts';
import { refusedResponse, serveGraphql } from './serve-graphql.ts';
import { type DownloadFieldPorts, downloadMutations, downloadQueries } from './download-fields.ts';
import { mediaField } from './media-field.ts';
import { platformFields } from './platform-fields.ts';
import { progressField, type ProgressFieldPorts } from './progress-field.ts';

export type GraphqlSettings = {
  /** Whether clients may ask what there is to ask. */
  introspection: boolean;
};

export type GraphqlPorts = Omit<SchemaPorts, 'feed'> & {
  authenticator: Pick<RequestAuthenticator, 'ofKey'>;
  cors: Cors;
  progress: Pick<ProgressRegistry, 'follow'>;
  /** Logs what nobody expected, and gives what the caller is told. */
  report: (error: unknown) => Failure;
};

export type Graphql = {
  handle: RequestListener;
  /** Ends open subscriptions. */
  close(): void;
};

/** The GraphQL API: a view of the downloader API's own parts, by the same keys and limits. */
export function createGraphql({ introspection }: GraphqlSettings, { cors, report, ...ports }: GraphqlPorts): Graphql {
  const feed = createProgressFeed(ports.progress);
  const maskError = createErrorMask({ report, introspection });
  const yoga = createYoga<GraphqlContext>({
    schema: createGraphqlSchema({ ...ports, feed }),
    graphqlEndpoint: GRAPHQL_PATH,
    plugins: [readBodies(), maskFindings(maskError), ...documentLimits({ introspection })],
    maskedErrors: { maskError },
    fetchAPI: { Request, Response, Headers, ReadableStream, TextEncoder, URL },
    parserAndValidationCache: rememberedDocuments(),
    batching: false,
    multipart: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
  });
  const execute = (request: Request, context: GraphqlContext) => yoga.fetch(request, context);
  const answer = (request: Request) =>
    serveGraphql(request, { authenticator: ports.authenticator, execute }).catch((error: unknown) =>
      refusedResponse(report(error)),
    );
  return {
    handle: toNodeHandler((request) => cors.answer(request, answer)) as RequestListener,
    close: feed.close,
  };
}

/** What a body asks, as it was parsed already. */
function readBodies(): Plugin<object, GraphqlContext> {
  return {
    onRequestParse({ serverContext: { body }, setRequestParser }) {
      if (body) setRequestParser(() => body as GraphQLParams);
    },
  };
}

type SchemaPorts = Parameters<typeof platformFields>[0] & ResolvePorts & DownloadFieldPorts & ProgressFieldPorts;

/** Everything that can be asked by GraphQL. */
function createGraphqlSchema(ports: SchemaPorts): GraphQLSchema {
  const root = (name: string, fields: Fields) => new GraphQLObjectType({ name, fields });
  return new GraphQLSchema({
    query: root('Query', { ...platformFields(ports), ...mediaField(ports), ...downloadQueries(ports) }),
    mutation: root('Mutation', downloadMutations(ports)),
    subscription: root('Subscription', progressField(ports)),
  });
}
