import * as v from 'valibot';
import { AGREEMENT_STORAGE_KEY } from './queue-signal.ts';
import { dispatch, leads, restoreQueue, snapshot, subscribe } from './queue-store.ts';
import { type AccountQueue, type Agreement, createQueueSync, REFRESH_MS } from './queue-sync.ts';
import { recall, remember } from '#/site/browser/local-storage.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';

const StoredAgreement = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), ids: v.array(v.string()) }),
) satisfies v.GenericSchema<unknown, Agreement>;

const memory = {
  read(): Agreement | null {
    const stored = v.safeParse(StoredAgreement, recall(AGREEMENT_STORAGE_KEY));
    return stored.success ? stored.output : null;
  },
  write: (agreement: Agreement | null) => remember(AGREEMENT_STORAGE_KEY, agreement && JSON.stringify(agreement)),
};

/**
 * Has the queue of this browser follow the user's other devices, once for each page: when something was changed, when the page gets the
 * focus or its connection back, and every 20 s. Returns how to tell who is signed in; null: nobody.
 */
export function followQueue({ list, put, remove }: AccountQueue): (userId: string | null) => void {
  restoreQueue();
  const sync = createQueueSync({
    account: {
      list: () => orUnanswered(list()),
      put: (addition) => orUnanswered(put(addition)),
      remove: (ids) => orUnanswered(remove(ids)),
    },
    queue: { snapshot, dispatch, leads },
    memory,
  });
  const refresh = () => {
    if (document.visibilityState === 'visible') void sync.refresh();
  };
  subscribe(sync.changed);
  for (const name of ['focus', 'online'] as const) addEventListener(name, refresh);
  setInterval(refresh, REFRESH_MS);
  return sync.setUser;
}
