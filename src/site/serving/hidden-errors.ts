import { createSerializationAdapter } from '@tanstack/react-router';
import { BadInput } from './bad-input.ts';
import { VisitorLeft } from './visitor-left.ts';

/**
 * Errors that cross from the server to the browser lose what they say: a thrown message would reach visitors word for word, in pages
 * and in the answers of server functions. Expected failures are values and pass; what throws is a bug, and belongs into the log, unless
 * it is the caller's doing.
 */
export const hiddenErrors = createSerializationAdapter({
  key: 'hidden-error',
  test: (value): value is Error => value instanceof Error,
  toSerializable: (error) => {
    if (!(error instanceof VisitorLeft || error instanceof BadInput))
      console.warn(`hidden from a visitor: ${error.stack ?? error.message}`);
    return 'internal';
  },
  fromSerializable: (code) => new Error(code),
});
