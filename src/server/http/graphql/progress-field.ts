import { GraphQLNonNull } from 'graphql';
import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { ownDownload, type OwnDownloadPorts } from '#/server/service/downloads/own-download.ts';
import { forbiddenAction } from '#/server/service/caller.ts';
import type { Fields } from './context.ts';
import { failureError, throwIfRefused, valueOrThrow } from './failure-error.ts';
import type { ProgressFeed } from './progress-feed.ts';
import { graphqlTypes } from './types.ts';

export type ProgressFieldPorts = OwnDownloadPorts & { feed: ProgressFeed };

/** Follows a download of the caller's own until it ends. */
export function progressField(ports: ProgressFieldPorts): Fields {
  return {
    downloadProgress: {
      description: 'The latest state at once, then each change. Ends with the download.',
      type: new GraphQLNonNull(graphqlTypes.output(DownloadProgress)),
      args: graphqlTypes.inputs(v.pick(DownloadProgress, ['id'])),
      async subscribe(_, { id }, { caller, signal }) {
        throwIfRefused(forbiddenAction(caller, 'read'));
        if (!(await ownDownload(ports, caller, id))) throw failureError({ code: 'download_unknown' });
        return valueOrThrow(ports.feed.open(id, caller, signal));
      },
      resolve: (progress) => progress,
    },
  };
}
