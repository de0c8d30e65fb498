const live = process.stdout.isTTY === true && !process.env.CI;
/** Names of the steps that run. */
const running = new Set();

/**
 * Runs one step of the set-up and says so in one line: `… name` while it runs, then `✓ name  detail`, or `! name  detail` when
 * something is missing that one can do without. Several may run at once. Where the line cannot be rewritten, `…` is said only of a step
 * that takes a while.
 * @template {{ detail: string, missing?: boolean }} R
 * @param {string} name
 * @param {() => R | Promise<R>} work
 * @returns {Promise<R>}
 */
export async function step(name, work) {
  const startedAt = Date.now();
  running.add(name);
  showRunning();
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
    running.delete(name);
    console.log(`${live ? '\r\u001b[2K' : ''}${sign} ${name.padEnd(13)} ${detail}${time}`);
    showRunning();
  }
}

function showRunning() {
  if (live && running.size > 0) process.stdout.write(`\r\u001b[2K… ${[...running].join(', ')}`);
}
