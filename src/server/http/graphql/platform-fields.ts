import { GraphQLList, GraphQLNonNull } from 'graphql';
import * as v from 'valibot';
import { Platform } from '#/model/platform-schema.ts';
import { PLATFORMS } from '#/model/platform.ts';
import type { StatusReport } from '#/model/status.ts';
import type { Fields } from './context.ts';
import { NamedPlatformStatus, graphqlTypes } from './types.ts';

/** How the platforms do: for whoever has a key, whatever it is for. */
export function platformFields({ status }: { status: { report: () => Promise<StatusReport> } }): Fields {
  const type = graphqlTypes.output(NamedPlatformStatus);
  const named = async (): Promise<NamedPlatformStatus[]> => {
    const { platforms } = await status.report();
    return PLATFORMS.map((id) => ({ id, ...platforms[id] }));
  };
  return {
    platforms: {
      description:
        'All platforms, in the order of the menu: their state, what the operator says, and their success rates.',
      type: new GraphQLList(new GraphQLNonNull(type)),
      resolve: named,
    },
    platform: {
      type,
      args: graphqlTypes.inputs(v.object({ id: Platform })),
      resolve: async (_, { id }) => (await named()).find((platform) => platform.id === id),
    },
  };
}
