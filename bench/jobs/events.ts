import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { progressEvent } from '#/server/store/events/download-events.ts';
import type { Store } from '#/server/store/store.ts';
import { percentile, type Row, row } from '../table.ts';
import { type BenchDatabase, openBenchStore } from './databases.ts';
import { steadily } from './steady.ts';

const EVENTS = 20_000;
/** Of the publishers that wait for nothing but their own last event. */
const AT_ONCE = 500;
const STEADY_PER_S = 1_000;
const STEADY_MS = 5_000;
const LOST_AFTER_MS = 10_000;

/** One way to publish numbered events to this very process. */
type Way = { publish: (n: number) => Promise<unknown>; onReceived: (listener: (n: number) => void) => void };

type Figures = { perS: number; delaysMs: number[]; lost: number };

/** Events of progress from a server to itself through the database, beside one NOTIFY for each. */
export async function measureEvents({ name, createTarget }: BenchDatabase): Promise<Row[]> {
  const store = await openBenchStore(await createTarget());
  let hear: (n: number) => void = () => {};
  const bare = await openBareEvents(store, (payload) => hear(Number(payload)));
  const ours = await measure(wayOf(store));
  const baseline = await measure({
    publish: (n) => bare.publish(`${n}`),
    onReceived: (listener) => (hear = listener),
  });
  await bare.close();
  await store.close();
  const at = (share: number) => [percentile(ours.delaysMs, share), percentile(baseline.delaysMs, share)] as const;
  return [
    row(`${name} events`, 'events/s', ours.perS, baseline.perS),
    row(`${name} events`, `delay ms p50 at ${STEADY_PER_S}/s`, ...at(0.5)),
    row(`${name} events`, `delay ms p99 at ${STEADY_PER_S}/s`, ...at(0.99)),
    row(`${name} events`, 'lost', ours.lost, baseline.lost),
  ];
}

function wayOf(store: Store): Way {
  const id = crypto.randomUUID();
  const event = (received: number) =>
    progressEvent({ id, state: 'preparing', received, total: EVENTS, speed: 1_000_000, failure: null });
  return {
    publish: (n) => store.publish([event(n)]),
    onReceived: (listener) => void store.onEvent((heard) => listener(Number(heard['received']))),
  };
}

async function measure({ publish, onReceived }: Way): Promise<Figures> {
  const received: number[] = [];
  let hear: (n: number) => void = () => {};
  onReceived((n) => {
    received.push(n);
    hear(n);
  });
  const untilReceived = async (count: number): Promise<void> => {
    const until = performance.now() + LOST_AFTER_MS;
    while (received.length < count && performance.now() < until) await sleep(1);
  };

  const beganMs = performance.now();
  const numbers = Array(EVENTS).keys();
  const publisher = async (): Promise<void> => {
    for (const n of numbers) await publish(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, publisher));
  await untilReceived(EVENTS);
  const perS = (received.length * 1000) / (performance.now() - beganMs);

  const sentMs: number[] = [];
  const delaysMs: number[] = [];
  hear = (n) => void delaysMs.push(performance.now() - (sentMs[n] ?? NaN));
  await steadily(STEADY_PER_S, STEADY_MS, (n) => {
    sentMs[n] = performance.now();
    void publish(n);
  });
  const total = EVENTS + sentMs.length;
  await untilReceived(total);
  return { perS, delaysMs, lost: total - received.length };
}

const CHANNEL = 'bare';

/** NOTIFY as the database has it: one query for each event. */
type BareEvents = { publish: (payload: string) => Promise<unknown>; close: () => Promise<void> };

async function openBareEvents(
  { connection, query }: Pick<Store, 'connection' | 'query'>,
  receive: (payload: string) => void,
): Promise<BareEvents> {
  const publish: BareEvents['publish'] = (payload) => query('select pg_notify($1, $2)', [CHANNEL, payload]);
  if (!('url' in connection)) {
    const end = await connection.listen(CHANNEL, receive);
    return { publish, close: () => end() };
  }
  const client = new Client({ connectionString: connection.url });
  client.on('notification', ({ payload = '' }) => receive(payload));
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  return { publish, close: () => client.end() };
}
