/** Longer than a frame of a slow phone takes. */
const LATEST_MS = 100;

/** Does something once what was changed just now can be seen; soon, too, where nothing is painted, as in a tab behind others. */
export function afterPaint(act: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) act();
    isDone = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATEST_MS);
}
