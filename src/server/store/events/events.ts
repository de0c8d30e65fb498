import * as v from 'valibot';
import { createEmitter } from '#/model/emitter.ts';
import { toStoreError } from '../store-error.ts';

/** What servers tell each other: ids and numbers. Text that may be long is read from its table. */
export type StoreEvent = { type: string; [key: string]: string | number | boolean | null };

export const EVENT_CHANNEL = 'app_events';

/** PostgreSQL's limit is below 8,000 bytes (NOTIFY, in its documentation); `<number> <JSON>` is what counts. */
const PAYLOAD_MAX_BYTES = 7_999;
/** Progress of many transfers goes in one query; nobody sees 5 ms. */
const BATCH_DELAY_MS = 5;
const BATCH_MAX_EVENTS = 500;

export type Publisher = {
  /**
   * Sends events to all servers, this one too, in order. Best effort, so that a database that is away for a moment fails no
   * transfer: resolves to whether they were sent. Throws RangeError for an event of 8,000 bytes or more.
   */
  publish: (events: readonly StoreEvent[]) => Promise<boolean>;
  /** Sends what is waiting. */
  close: () => Promise<void>;
};

type Waiting = { payloads: string[]; sent: PromiseWithResolvers<boolean> };

/** Collects events for at most 5 ms. One batch at a time: two connections could overtake each other. */
export function createPublisher(
  send: (payloads: string[]) => Promise<unknown>,
  log: (line: string) => void,
): Publisher {
  const waiting: Waiting[] = [];
  let sending: Promise<void> | null = null;
  let counter = 0;

  // PostgreSQL drops what was sent twice in one transaction, so equal events are told apart by a number.
  const encode = (event: StoreEvent): string => {
    const payload = `${(counter++).toString(36)} ${JSON.stringify(event)}`;
    const sizeBytes = Buffer.byteLength(payload);
    if (sizeBytes <= PAYLOAD_MAX_BYTES) return payload;
    throw new RangeError(`An event of type ${event.type} has ${sizeBytes} bytes; ${PAYLOAD_MAX_BYTES} are possible.`);
  };

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = takeBatch();
      const wasSent = await send(batch.flatMap(({ payloads }) => payloads)).then(
        () => true,
        (error) => {
          log(`Events were not sent. ${toStoreError(error).message}`);
          return false;
        },
      );
      for (const { sent } of batch) sent.resolve(wasSent);
    }
    sending = null;
  };

  const takeBatch = (): Waiting[] => {
    let count = 0;
    const end = waiting.findIndex(({ payloads }) => (count += payloads.length) > BATCH_MAX_EVENTS);
    return waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
  };

  return {
    publish(events) {
      const sent = Promise.withResolvers<boolean>();
      waiting.push({ payloads: events.map(encode), sent });
      sending ??= new Promise((resolve) => setTimeout(resolve, BATCH_DELAY_MS)).then(sendAll);
      return sent.promise;
    },
    async close() {
      await sending;
    },
  };
}

export type EventBus = {
  receive: (payload: string) => void;
  resync: () => void;
  /** Calls with each event; returns what ends it. */
  onEvent: (listener: (event: StoreEvent) => void) => () => void;
  /** Calls when events may have been missed: what was learnt from events is to be read anew. Returns what ends it. */
  onResync: (listener: () => void) => () => void;
};

/** Hands what arrives to all listeners; one that throws is logged and does not keep the others from hearing it. */
export function createEventBus(log: (line: string) => void): EventBus {
  const events = createEmitter<StoreEvent>();
  const resyncs = createEmitter();

  const call = (listener: () => void): void => {
    try {
      listener();
    } catch (error) {
      log(`A listener for events failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  return {
    receive(payload) {
      const event = decode(payload);
      if (!event) return log('An event of another kind arrived.');
      events.emit(event);
    },
    resync: resyncs.emit,
    onEvent: (listener) => events.on((event) => call(() => listener(event))),
    onResync: (listener) => resyncs.on(() => call(listener)),
  };
}

const Value = v.union([v.string(), v.number(), v.boolean(), v.null()]);
const Event = v.pipe(v.string(), v.parseJson(), v.objectWithRest({ type: v.string() }, Value));

/** null: nonsense, which whoever has the database's password may send, and which ends no server. */
function decode(payload: string): StoreEvent | null {
  const [, json] = /^[0-9a-z]+ (\{.*\})$/s.exec(payload) ?? [];
  const event = v.safeParse(Event, json);
  return event.success ? event.output : null;
}
