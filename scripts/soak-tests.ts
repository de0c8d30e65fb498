import { contract } from './runners.ts';
import { prepareSite } from './setup/site.ts';
import { prepareReplicas, prepareServers } from './setup/tests.ts';

/** Runs one file of the contract tests with more of what it draws by chance; gives what failed. */
export async function soakTest(file: string, env: Record<string, string>): Promise<string[]> {
  await prepareSite({ build: false });
  await prepareReplicas();
  await prepareServers();
  Object.assign(process.env, env);
  const { failed, failures = [] } = await contract.run({ args: [file] });
  return failed === 0 ? [] : [`${failed} failed`, ...failures];
}
