const SOURCE = /^(?:src|scripts|bench)\/.*\.(?:tsx?|mjs|py)$/;
const TEST =
  /^tests\/.*\.(?:tsx?|mjs|py)$|^(?:src|scripts|bench)\/(?:.*\/)?(?:(?:fixtures|contract)\/.*|contract-[^/]*|[^/]*\.(?:test|spec))\.(?:tsx?|mjs|py)$/;

/** Tests, and what only they use: replicas of the platforms, fixtures, suites that several adapters run. */
export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** What the product, its set-up and its benchmarks are made of, without tests. */
export function isSource(path: string): boolean {
  return SOURCE.test(path) && !isTest(path);
}
