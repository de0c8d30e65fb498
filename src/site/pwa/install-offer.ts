/** What a browser says when the site could be installed; not yet in TypeScript's library. */
type InstallEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** Calls with how to install, when the browser offers it: some do so once a visitor has looked around. Returns how to stop. */
export function onInstallOffer(onOffer: (install: (() => void) | null) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      // The browser's own bar would cover the page.
      event.preventDefault();
      onOffer(() => void (event as InstallEvent).prompt());
    },
    { signal },
  );
  addEventListener('appinstalled', () => onOffer(null), { signal });
  return () => listening.abort();
}
