import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { app } from '#app.config';
import type { FailureCode } from '#/model/failure.ts';
import type { OutcomeCount } from '#/model/outcome.ts';

/** What this process does, in numbers for Prometheus. No label has values that visitors could make up. */
export type Metrics = {
  requestEnded(request: { route: string; method: string; status: number; durationS: number }): void;
  counted(counted: OutcomeCount): void;
  /** A transfer runs until what is returned is called. */
  transferBegan(): () => void;
  limitHit(what: string, code: FailureCode): void;
  /** A number that is asked for when it is read, by the values of its one label. One that cannot be had is left out. */
  gauge(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Record<string, number>> | Record<string, number>,
  ): void;
  /** The same by several labels. `isCount`: what is read only ever grows. */
  figures<Label extends string>(
    told: { name: string; help: string; labels: readonly Label[]; isCount?: boolean },
    read: () => readonly Figure<Label>[],
  ): void;
  /** Everything in Prometheus' text format. */
  text(): Promise<{ contentType: string; body: string }>;
};

export type Figure<Label extends string> = { labels: Record<Label, string>; value: number };

/** From a cached answer to the longest extraction; transfers are longer, and only their number is of interest. */
const DURATION_BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** `watchesProcess`: memory, processor time, event loop lag and garbage collection are measured too, at some cost. */
export function createMetrics({ watchesProcess }: { watchesProcess: boolean }): Metrics {
  const prefix = `${app.name.toLowerCase()}_`;
  const registry = new Registry();
  const common = { registers: [registry] };
  if (watchesProcess) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    ...common,
    name: `${prefix}http_requests_total`,
    help: 'Requests that were answered',
    labelNames: ['route', 'method', 'status'],
  });
  const durations = new Histogram({
    ...common,
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time from a request to the end of its answer',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS_S,
  });
  const outcomes = new Counter({
    ...common,
    name: `${prefix}outcomes_total`,
    help: 'Links that were read and files that were handed over, by how that ended',
    labelNames: ['kind', 'platform', 'outcome'],
  });
  const bytes = new Counter({
    ...common,
    name: `${prefix}transferred_bytes_total`,
    help: 'Bytes of files that were handed over',
    labelNames: ['platform'],
  });
  const limits = new Counter({
    ...common,
    name: `${prefix}limits_hit_total`,
    help: 'Requests that were refused by a limit',
    labelNames: ['what', 'code'],
  });
  const transfers = new Gauge({ ...common, name: `${prefix}transfers_running`, help: 'Transfers that run now' });

  return {
    requestEnded({ route, method, status, durationS }) {
      requests.inc({ route, method, status });
      durations.observe({ route }, durationS);
    },
    counted({ kind, platform, outcome, count, bytes: counted }) {
      outcomes.inc({ kind, platform, outcome }, count);
      if (counted > 0) bytes.inc({ platform }, counted);
    },
    transferBegan() {
      transfers.inc();
      return () => transfers.dec();
    },
    limitHit: (what, code) => limits.inc({ what, code }),
    gauge(name, help, label, read) {
      const gauge = new Gauge({
        ...common,
        name: prefix + name,
        help,
        labelNames: [label],
        async collect() {
          gauge.reset();
          const values = await Promise.resolve()
            .then(read)
            .catch(() => ({}));
          for (const [value, number] of Object.entries(values)) gauge.set({ [label]: value }, number);
        },
      });
    },
    figures<Label extends string>(
      { name, help, labels, isCount = false }: Parameters<Metrics['figures']>[0] & { labels: readonly Label[] },
      read: () => readonly Figure<Label>[],
    ) {
      const Kind = isCount ? Counter<Label> : Gauge<Label>;
      const figures = new Kind({
        ...common,
        name: prefix + name,
        help,
        labelNames: labels,
        collect() {
          figures.reset();
          for (const { labels: of, value } of read()) figures.inc(of, value);
        },
      });
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
