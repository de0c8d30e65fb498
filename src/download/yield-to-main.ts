/** Lets the browser show, and answer, what has happened since. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
