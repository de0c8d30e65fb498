import type { Caller } from '#/server/service/caller.ts';
import type { Call as CallOf } from '../operation.ts';

/** A parsed call of the public API, of somebody who may make it. */
export type PublicCall<Query = unknown, Body = unknown> = CallOf<Caller, Query, Body>;
