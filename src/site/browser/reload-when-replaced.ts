import { recall, remember } from './local-storage.ts';

const STORAGE_KEY = 'clipferry-reloaded';
/** What a reload has not mended, another does not either. */
const AGAIN_AFTER_MS = 60_000;

/**
 * Loads the page anew when a part of it is gone, since the server has a newer build by now. `onReload` is called right before, to have what
 * only this page knows go along. Not while the server cannot be reached, or a proxy says so in its place: then there would be no page at all.
 */
export function reloadWhenReplaced(onReload: () => void): void {
  addEventListener('vite:preloadError', () => {
    if (Date.now() - Number(recall(STORAGE_KEY)) < AGAIN_AFTER_MS) return;
    fetch(location.href, { method: 'HEAD' }).then(
      ({ status }) => {
        if (status >= 500) return;
        remember(STORAGE_KEY, `${Date.now()}`);
        onReload();
        location.reload();
      },
      () => {},
    );
  });
}
