import { createSerializationAdapter } from '@tanstack/react-router';
import { VisitorLeft } from './visitor-left.ts';

/**
 * Errors that cross from the server to the browser lose what they say: a thrown message would reach visitors word for word, in pages
 * and in the answers of server functions. Expected failures are values and pass; what throws is a bug, and belongs into the log; except that a visitor left, who is told nothing any more.
 */
export const hiddenErrors = createSerializationAdapter({
  key: 'hidden-error',
  test: (value): value is Error => value instanceof Error,
  toSerializable: (error) => {
    if (!(error instanceof VisitorLeft)) console.warn(`hidden from a visitor: ${error.stack ?? error.message}`);
    return 'internal';
  },
  fromSerializable: (code) => new Error(code),
});
