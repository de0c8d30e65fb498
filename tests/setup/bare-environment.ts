/** What a process of a test takes from the test's own environment: what it needs to run, and nothing that would be a setting. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}
