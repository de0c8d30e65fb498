import { GraphQLBoolean } from 'graphql';
import * as v from 'valibot';
import { HistoryListing, HistoryQuery } from '#/model/account.ts';
import { DownloadProgress, DownloadRecord, DownloadRequest, Usage } from '#/model/download.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import { type HistoryPorts, ownDownloads } from '#/server/service/downloads/history.ts';
import { ownDownload, type OwnDownloadPorts } from '#/server/service/downloads/own-download.ts';
import { endDownload, type EndPorts, keepFile, type KeepPorts } from '#/server/service/keeping/keep-file.ts';
import { forbiddenAction } from '#/server/service/caller.ts';
import type { Limits } from '#/server/service/limits/limits.ts';
import type { Fields } from './context.ts';
import { countedValue, failureError, throwIfRefused } from './failure-error.ts';
import { graphqlTypes } from './types.ts';

export type DownloadFieldPorts = KeepPorts &
  Pick<OwnDownloadPorts, 'downloadRepository'> &
  Pick<HistoryPorts, 'past'> &
  EndPorts & { limits: Pick<Limits, 'usage'> };

const { id } = DownloadProgress.entries;
const StartedBy = v.object({ link: v.string() });

/** What the caller has, and what is left for it. */
export function downloadQueries(ports: DownloadFieldPorts): Fields {
  return {
    download: {
      type: graphqlTypes.output(DownloadRecord),
      args: graphqlTypes.inputs(v.object({ id })),
      async resolve(_, args, { caller }) {
        throwIfRefused(forbiddenAction(caller, 'read'));
        const record = await ownDownload(ports, caller, args.id);
        return record ?? failureError({ code: 'download_unknown' });
      },
    },
    downloads: {
      description: 'A page of the caller’s own, newest first; `cursor` leads to older ones.',
      type: graphqlTypes.output(HistoryListing),
      args: graphqlTypes.inputs(HistoryQuery),
      async resolve(_, args, { caller }) {
        throwIfRefused(forbiddenAction(caller, 'read'));
        // Clients send null for what they leave out.
        const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
        const query = v.safeParse(HistoryQuery, given);
        if (!query.success) throw failureError({ code: 'invalid_request', errors: fieldErrorsOf(query.issues) });
        return (await ownDownloads(query.output, caller, ports)) ?? failureError({ code: 'invalid_request' });
      },
    },
    usage: {
      type: graphqlTypes.output(Usage),
      resolve(_, __, { caller }) {
        throwIfRefused(forbiddenAction(caller, 'read'));
        return ports.limits.usage(caller);
      },
    },
  };
}

/** What the caller can have done. */
export function downloadMutations(ports: DownloadFieldPorts): Fields {
  return {
    startDownload: {
      description: 'Has the file of a link of `media` made and kept, at the server’s own pace.',
      type: graphqlTypes.output(DownloadRecord),
      args: graphqlTypes.inputs(StartedBy),
      async resolve(_, args, context) {
        throwIfRefused(forbiddenAction(context.caller, 'download'));
        const asked = v.safeParse(DownloadRequest, args);
        if (!asked.success) throw failureError({ code: 'invalid_request', errors: fieldErrorsOf(asked.issues) });
        return countedValue(await keepFile(asked.output, context.caller, ports, context.signal), context);
      },
    },
    cancelDownload: {
      description: 'Ends a transfer or the making of a file, or deletes the file.',
      type: GraphQLBoolean,
      args: graphqlTypes.inputs(v.object({ id })),
      async resolve(_, args, { caller }) {
        throwIfRefused(forbiddenAction(caller, 'download'));
        const isDone = v.is(id, args.id) && (await endDownload(args.id, caller, ports));
        return isDone || failureError({ code: 'download_unknown' });
      },
    },
  };
}
