import type { PageMessage } from './worker/kept-build.ts';

type AppEvents = { onUpdate: (agree: () => void) => void; onReload: () => void };

/**
 * Has the browser keep the site for starts without a connection (worker/service-worker.ts), once it is idle. `onUpdate` is called with how to
 * agree, when a newer release waits: the page is then loaded anew, and `onReload` called right before. Returns how to stop. Where a browser
 * keeps nothing, or may not, nothing of the site is missing.
 */
export function keepApp({ onUpdate, onReload }: AppEvents): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => listening.abort();
  const start = () => {
    if (!signal.aborted) register({ onUpdate, onReload }, signal).catch(() => {});
  };
  // Safari has no word for idleness.
  if ('requestIdleCallback' in window) requestIdleCallback(start);
  else setTimeout(start, 1_000);
  return () => listening.abort();
}

async function register({ onUpdate, onReload }: AppEvents, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const consider = async (worker: ServiceWorker | null) => {
    // The first worker of all has nobody to wait for.
    if (!worker || worker.state !== 'installed' || !registration.active || signal.aborted) return;
    // This page has come from the newer release already.
    if (await isOfSameBuild(worker)) tell(worker, { type: 'takeOver' });
    else
      onUpdate(() => {
        const reload = () => {
          onReload();
          location.reload();
        };
        // Another tab has agreed, which holds for all of them: nothing more is to be waited for.
        if (worker.state !== 'installed') return reload();
        serviceWorker.addEventListener('controllerchange', reload, { once: true });
        tell(worker, { type: 'takeOver' });
      });
  };
  const watch = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => void consider(worker), { signal });
  };
  registration.addEventListener('updatefound', watch, { signal });
  // The browser may have found it before this code was there: it looks when a page is loaded.
  watch();
  await consider(registration.waiting);
  // Browsers look for a newer one when a page is loaded; an app may be open for days.
  const look = () => !document.hidden && registration.update().catch(() => {});
  document.addEventListener('visibilitychange', look, { signal });
}

/** Whether a worker belongs to the build that this page has come from. */
async function isOfSameBuild(worker: ServiceWorker): Promise<boolean> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[href^="/assets/"]');
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[src^="/assets/"]');
  const addresses = [...[...links].map(({ href }) => href), ...[...scripts].map(({ src }) => src)];
  const assets = addresses.map((address) => new URL(address).pathname);
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
  });
  port1.start();
  tell(worker, { type: 'isYours', assets }, [port2]);
  return answer;
}

function tell(worker: ServiceWorker, message: PageMessage, ports: MessagePort[] = []): void {
  worker.postMessage(message, ports);
}
