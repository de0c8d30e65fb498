import { createEmitter } from '#/model/emitter.ts';

/**
 * Tells that what the server answered so far was for somebody else: parts that keep answers ask again. Apart from what keeps them
 * (query-client.ts), so that who signs in need not download it.
 */
export const answersOutdated = createEmitter();
