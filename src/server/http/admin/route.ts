import * as v from 'valibot';
import { operationsOf, type RefusedOperation } from '../operation.ts';
import { type Administrator, authorise } from './authorise.ts';
import type { AdminPorts } from './ports.ts';

/** Below it are the operations of operators. */
export const ADMIN_PATH = '/api/admin/v1';

/** There is none of that id. */
export const UNKNOWN: RefusedOperation = { ok: false, failure: { code: 'invalid_request' }, status: 404 };
/** It is there already, or cannot be done to this one. */
export const CONFLICT: RefusedOperation = { ok: false, failure: { code: 'invalid_request' }, status: 409 };

/** Of anything that operators look after: a platform, a way out, a UUID, a name of the user pool. */
const AdminPath = v.object({
  id: v.pipe(
    v.string(),
    v.maxLength(256),
    v.check((id) => id !== ''),
  ),
});

/** Defines an operation of the admin API. */
export const adminOperation = operationsOf<Administrator, AdminPorts>({
  credential: 'admin',
  admit: (request, _, { identity }) => authorise(request, identity),
  path: AdminPath,
  unknown: UNKNOWN,
  isEmptyLeftOut: true,
  once: (request, _, __, answer) => answer(request),
});
