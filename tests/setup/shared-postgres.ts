import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { commandAt, createDatabaseAt, type Postgres, TEMPLATE } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the run's PostgreSQL; none where there is no such program (databases.ts). */
    postgresUrl: string | null;
  }
}

export type SharedPostgres = Pick<Postgres, 'createDatabase' | 'close'> & {
  /** Address of a new database whose tables and queues are up to date, empty otherwise. */
  createCopy: () => Promise<string>;
};

/** The one PostgreSQL of this run, which all test files share; `close` drops the databases that were made by this hand. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  const url = inject('postgresUrl');
  if (url === null)
    throw new Error('These tests need PostgreSQL. `npm test` fetches it; on Debian: apt-get install postgresql');
  const names: string[] = [];
  const create = (template?: string) => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    names.push(name);
    return createDatabaseAt(url, name, template);
  };
  return {
    createDatabase: () => create(),
    createCopy: () => create(TEMPLATE),
    async close() {
      // As when a server of one's own ends: whoever is still connected is cut off.
      for (const name of names.splice(0)) await commandAt(url, `drop database if exists ${name} with (force)`);
    },
  };
}
