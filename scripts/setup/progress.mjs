const live = process.stdout.isTTY === true && !process.env.CI;

/**
 * Runs one step of the set-up and says so in one line: `… name` while it runs, then `✓ name  detail`, or `! name  detail` when
 * something is missing that one can do without. Where the line cannot be rewritten, `…` is said only of a step that takes a while.
 * @template {{ detail: string, missing?: boolean }} R
 * @param {string} name
 * @param {() => R | Promise<R>} work
 * @returns {Promise<R>}
 */
export async function step(name, work) {
  const startedAt = Date.now();
  if (live) process.stdout.write(`… ${name}`);
  const patience = live ? undefined : setTimeout(() => console.log(`… ${name}`), 2000);
  try {
    const result = await work();
    end(result.missing ? '!' : '✓', result.detail);
    return result;
  } catch (error) {
    end('✗', 'failed');
    throw error;
  } finally {
    clearTimeout(patience);
  }

  /** @param {string} sign @param {string} detail */
  function end(sign, detail) {
    const seconds = (Date.now() - startedAt) / 1000;
    const time = seconds < 1 ? '' : ` (${seconds.toFixed(seconds < 10 ? 1 : 0)} s)`;
    console.log(`${live ? '\r\u001b[2K' : ''}${sign} ${name.padEnd(14)}${detail}${time}`);
  }
}
