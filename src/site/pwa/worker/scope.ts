import type { PageMessage } from './kept-build.ts';

// What the worker uses of a service worker's own interfaces. TypeScript's library of them cannot be had beside that of pages.
type Extendable = { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = Extendable & {
  request: Request;
  /** The page, asked for while the worker was starting. */
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};

type Events = {
  install: Extendable;
  activate: Extendable;
  fetch: FetchEvent;
  message: Extendable & { data: PageMessage; ports: readonly MessagePort[] };
};

/** Global scope of a service worker (Service Workers, W3C). */
export type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly { url: string }[]>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
};
