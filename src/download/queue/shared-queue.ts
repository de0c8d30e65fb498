import type { Queue } from './queue-item.ts';
import { type QueueEvent, reduceQueue } from './queue.ts';

type Entry = { id: string; event: QueueEvent };

/** What tabs say to each other. */
export type TabMessage =
  /** A tab is new, or wants to know how things stand. */
  | { type: 'hello' }
  /** A tab is being used, and wants to lead. */
  | { type: 'mayLead' }
  /** To the tab that leads: please do. From it: done. */
  | { type: 'ask'; entry: Entry }
  | { type: 'told'; entry: Entry }
  /** The leader's queue, and which entries are in it. */
  | { type: 'state'; queue: Queue; seen: string[] };

/** What tabs have in common: storage, a channel, and a lock that one of them holds. */
export type TabPort = {
  /** What was stored last; null: nothing that can be read. */
  read(): Queue | null;
  write(queue: Queue): void;
  /** To all other tabs. */
  post(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): void;
  /** Calls `turn` once no other tab leads; this one does until the promise is fulfilled. Returns how to wait no longer. */
  lead(turn: () => Promise<void>): () => void;
  /** Whether other tabs can be known of, which may be certain only once it is this one's turn. Otherwise it acts only on what it began itself. */
  readonly isShared: boolean;
};

export type SharedQueue = {
  snapshot(): Queue;
  dispatch(event: QueueEvent): void;
  leads(): boolean;
  /** The visitor is in this tab: it should be the one that acts, since a browser lets only such a tab save several files. */
  claim(): void;
  /** Passes the lead to a tab that asked for it, once there is nothing half done here. */
  settle(): void;
  /** The page is left: stores what is not stored yet, and passes the lead. */
  leave(): void;
  /** The page is there again after it was left. */
  enter(): void;
};

type Parts = {
  onChange: () => void;
  /** Whether nothing is half done, so that another tab may go on. */
  isIdle: () => boolean;
};

/** How often progress alone is stored: the queue may be large. */
const SAVE_PROGRESS_MS = 2_000;
const MAX_SEEN = 500;

/**
 * One queue for all tabs. One of them leads: it alone changes the queue, stores it, and tells each change to the others in the same order.
 * The others ask it, show at once what they asked for, and ask again whoever leads next; so nothing is lost when a tab closes.
 */
export function createSharedQueue(port: TabPort, { onChange, isIdle }: Parts): SharedQueue {
  let confirmed: Queue = port.read() ?? [];
  let shown = confirmed;
  let asked: Entry[] = [];
  let seen: string[] = [];
  /** Whether no other tab has told yet how things stand: then it is the storage that counts. */
  let isFresh = true;
  let isWanted = false;
  let endTurn: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;
  let saving: ReturnType<typeof setTimeout> | undefined;

  function refresh(): void {
    shown = asked.reduce((queue, { event }) => reduceQueue(queue, event), confirmed);
    onChange();
  }

  function apply({ id, event }: Entry): void {
    asked = asked.filter((entry) => entry.id !== id);
    if (seen.includes(id)) return;
    seen = [...seen, id].slice(-MAX_SEEN);
    confirmed = reduceQueue(confirmed, event);
  }

  /** As the leader: makes a change, and tells it. One that is told twice is made once. */
  function commit(entry: Entry): void {
    apply(entry);
    if (entry.event.type === 'progressed') saving ??= setTimeout(save, SAVE_PROGRESS_MS);
    else save();
    port.post({ type: 'told', entry });
  }

  function save(): void {
    clearTimeout(saving);
    saving = undefined;
    port.write(confirmed);
  }

  function dispatch(event: QueueEvent): void {
    const entry = { id: crypto.randomUUID(), event };
    if (endTurn) commit(entry);
    else {
      asked = [...asked, entry];
      // First, so that a leader with nothing else to do leaves it to this tab, which the visitor has just touched.
      port.post({ type: 'mayLead' });
      port.post({ type: 'ask', entry });
    }
    refresh();
  }

  function enter(): void {
    stopWaiting = port.lead(() => {
      const turn = new Promise<void>((resolve) => (endTurn = resolve));
      if (isFresh) confirmed = port.read() ?? confirmed;
      const event = { type: 'takenOver', at: Date.now(), isFresh, mayGoOn: port.isShared } as const;
      commit({ id: crypto.randomUUID(), event });
      isFresh = false;
      for (const entry of asked) commit(entry);
      port.post({ type: 'state', queue: confirmed, seen });
      refresh();
      return turn;
    });
    port.post({ type: 'hello' });
  }

  function giveUp(): void {
    stopWaiting?.();
    if (!endTurn) return;
    save();
    const end = endTurn;
    endTurn = undefined;
    isWanted = false;
    end();
  }

  function settle(): void {
    if (!endTurn || !isWanted || !isIdle()) return;
    giveUp();
    enter();
  }

  function leave(): void {
    giveUp();
    // Others go on meanwhile, and may be gone too when this page comes back.
    isFresh = true;
  }

  function hear(message: TabMessage): void {
    if (endTurn) {
      if (message.type === 'ask') commit(message.entry);
      if (message.type === 'hello') port.post({ type: 'state', queue: confirmed, seen });
      if (message.type === 'mayLead') isWanted = true;
      settle();
    } else if (message.type === 'told') {
      apply(message.entry);
    } else if (message.type === 'state') {
      confirmed = message.queue;
      seen = message.seen;
      asked = asked.filter(({ id }) => !seen.includes(id));
      isFresh = false;
      for (const entry of asked) port.post({ type: 'ask', entry });
    }
    refresh();
  }

  port.listen(hear);
  return {
    snapshot: () => shown,
    dispatch,
    leads: () => endTurn !== undefined,
    claim: () => {
      if (!endTurn) port.post({ type: 'mayLead' });
    },
    settle,
    leave,
    enter,
  };
}
