import * as v from 'valibot';
import { ResolveRequest } from '#/model/download.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import { forbiddenAction } from '#/server/service/caller.ts';
import { resolveForCaller, type ResolvePorts } from '#/server/service/resolving/resolve-link.ts';
import type { Fields } from './context.ts';
import { countedValue, failureError, throwIfRefused } from './failure-error.ts';
import { linkMedia, LinkedMedia } from './media-view.ts';
import { graphqlTypes } from './types.ts';

/** What a link leads to; each counts as one resolution of its caller. */
export function mediaField(ports: ResolvePorts): Fields {
  return {
    media: {
      description: 'Reads a link. The links that are answered are paths on this site, signed until `expiresAt`.',
      type: graphqlTypes.output(LinkedMedia),
      args: graphqlTypes.inputs(ResolveRequest),
      async resolve(_, args, context) {
        throwIfRefused(forbiddenAction(context.caller, 'resolve'));
        const asked = v.safeParse(ResolveRequest, args);
        if (!asked.success) throw failureError({ code: 'invalid_request', errors: fieldErrorsOf(asked.issues) });
        const resolved = await resolveForCaller(asked.output, context.caller, ports, context.signal);
        return linkMedia(countedValue(resolved, context));
      },
    },
  };
}
