/** Runs a command's work; a failure is its message and an exit code, without a stack of the set-up's own. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Where one of several ways failed: the end of what it said, which names the reason. */
export function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trimEnd().split('\n').at(-1) ?? '';
}
