import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreError } from '../store-error.ts';

export type TransactionScope = {
  /** Runs a transaction's code, which `refuseInside` recognises until it has ended. */
  run: <T>(code: () => Promise<T>) => Promise<T>;
  /** Throws where a query would not go through the transaction that it is in. */
  refuseInside: () => void;
  /** Runs what a transaction's code set off, but is no part of it, such as a timer. */
  outside: <T>(code: () => T) => T;
};

/**
 * The embedded database has one connection: a query beside the open transaction, made by that transaction's own code, would wait for
 * ever. It is refused instead, on PostgreSQL too, where it would silently be no part of the transaction.
 */
export function createTransactionScope(): TransactionScope {
  const current = new AsyncLocalStorage<{ isOpen: boolean }>();
  return {
    async run(code) {
      const transaction = { isOpen: true };
      try {
        return await current.run(transaction, code);
      } finally {
        transaction.isOpen = false;
      }
    },
    refuseInside() {
      if (!current.getStore()?.isOpen) return;
      throw new StoreError('A query inside a transaction must go through that transaction.');
    },
    outside: (code) => current.exit(code),
  };
}
