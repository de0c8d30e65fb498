import type { TestProject } from 'vitest/node';
import { findProgram, POSTGRES } from '../../scripts/setup/programs.ts';
import { makeTables, makeTemplate } from './embedded-template.ts';
import { createDatabaseAt, startPostgres, TEMPLATE } from './postgres.ts';

/** Before the first test of a run: what all databases are copied from, and the PostgreSQL that they share. Gives how to end that. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await makeTemplate();
  if (!findProgram(POSTGRES.names)) {
    project.provide('postgresUrl', null);
    return async () => {};
  }
  const postgres = await startPostgres();
  await makeTables({ url: await createDatabaseAt(postgres.url, TEMPLATE), folder: '' });
  project.provide('postgresUrl', postgres.url);
  return postgres.close;
}
