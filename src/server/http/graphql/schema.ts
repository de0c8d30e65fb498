import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { ResolvePorts } from '#/server/service/resolving/resolve-link.ts';
import type { Fields } from './context.ts';
import { type DownloadFieldPorts, downloadMutations, downloadQueries } from './download-fields.ts';
import { mediaField } from './media-field.ts';
import { platformFields } from './platform-fields.ts';
import { progressField, type ProgressFieldPorts } from './progress-field.ts';

export type SchemaPorts = Parameters<typeof platformFields>[0] & ResolvePorts & DownloadFieldPorts & ProgressFieldPorts;

/** Everything that can be asked by GraphQL. */
export function createGraphqlSchema(ports: SchemaPorts): GraphQLSchema {
  const root = (name: string, fields: Fields) => new GraphQLObjectType({ name, fields });
  return new GraphQLSchema({
    query: root('Query', { ...platformFields(ports), ...mediaField(ports), ...downloadQueries(ports) }),
    mutation: root('Mutation', downloadMutations(ports)),
    subscription: root('Subscription', progressField(ports)),
  });
}
