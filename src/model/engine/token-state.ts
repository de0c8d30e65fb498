import * as v from 'valibot';

/** Of the tokens that YouTube gives browsers: whether there is who makes them, and what came of the last that was asked for. */
export const TokenState = v.picklist(['off', 'untried', 'working', 'failing']);
export type TokenState = v.InferOutput<typeof TokenState>;
