import { LRUCache } from 'lru-cache';
import type { Encoded } from './encoded.server.ts';

/** A page that is the same for everybody, and what it was made of. */
export type Prerendered = { page: Encoded; payload: Encoded; headers: Record<string, string> };

type Entry = { madeAt: number; making: Promise<Prerendered | Response> };

/** Pages show how the platforms do, and what operators say of them: they are made anew when they are asked for after this time. */
const FRESH_MS = 1_000;
/** More than there are pages and languages. Where the public address is not settled, a page belongs to the host it was asked of. */
const MOST_PAGES = 1_000;

/** The pages in memory: whoever asks at the same time gets the same one, which is made once. */
export function createPrerendered(now: () => number = () => performance.now()) {
  const pages = new LRUCache<string, Entry>({ max: MOST_PAGES });
  return {
    /** @param make makes the page; what is a Response is none of these pages, and not kept */
    async get(address: string, make: () => Promise<Prerendered | Response>): Promise<Prerendered | Response> {
      const known = pages.get(address);
      if (known && now() - known.madeAt < FRESH_MS) {
        const page = await known.making;
        if (!(page instanceof Response)) return page;
        return make();
      }
      const entry = { madeAt: now(), making: make().then((made) => sameAs(known, made)) };
      pages.set(address, entry);
      const forget = () => void (pages.peek(address) === entry && pages.delete(address));
      return entry.making.then(
        (made) => {
          if (made instanceof Response) forget();
          return made;
        },
        (error: unknown) => {
          forget();
          throw error;
        },
      );
    },
  };
}

/** A page that has not changed is compressed already. */
async function sameAs(known: Entry | undefined, made: Prerendered | Response): Promise<Prerendered | Response> {
  const before = await known?.making.catch(() => undefined);
  if (!before || before instanceof Response || made instanceof Response) return made;
  return {
    headers: made.headers,
    page: before.page.etag === made.page.etag ? before.page : made.page,
    payload: before.payload.etag === made.payload.etag ? before.payload : made.payload,
  };
}
