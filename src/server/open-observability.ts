import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHmac } from 'node:crypto';
import type { Settings } from './env.ts';
import { createLog, createTroubleLog } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { createTelemetry, type TelemetryRegistry } from './observability/telemetry.ts';
import { openTracing } from './observability/tracing.ts';
import { createRequestWatch } from './observability/watch-requests.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import type { Store } from './store/store.ts';

/** Enough to tell clients apart in a day's log. */
const CLIENT_CHARACTERS = 12;

type AddressOf = (remoteAddress: string | undefined, forwardedFor: string | null) => string | null;

/** Log, metrics and traces as the settings say. */
export async function openObservability(settings: Settings) {
  const log = createLog({ format: settings.LOG_FORMAT, level: settings.LOG_LEVEL });
  const metrics = createMetrics({ watchesProcess: settings.METRICS_TOKEN !== undefined });
  const tracing = await openTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT);
  const line = createTroubleLog(log);
  return {
    /** What rooms log by: troubles, in a line each. */
    line,
    metrics,
    trace: tracing.trace,
    telemetryOf: (store: Pick<Store, 'query'>): TelemetryRegistry =>
      createTelemetry({ metrics, trace: tracing.trace, write: createStatisticsRepository(store).add, log: line }),
    /** Tells of each request, by whom it came as a keyed hash only. */
    requestWatch(addressOf: AddressOf, secret: string): (req: IncomingMessage, res: ServerResponse) => void {
      const clientOf = ({ socket, headers }: IncomingMessage) => {
        const address = addressOf(socket.remoteAddress, [headers['x-forwarded-for'] ?? ''].flat().join(','));
        if (address === null) return null;
        const hash = createHmac('sha256', secret).update(`log client\0${address}`).digest('base64url');
        return hash.slice(0, CLIENT_CHARACTERS);
      };
      return createRequestWatch({ log, metrics, tracing, clientOf });
    },
    /** Tells of each call to the identity service: which operation, what came of it. Whose it was stands in its request's line. */
    identityAnswered: (operation: string, outcome: string): void => log('info', 'identity', { operation, outcome }),
    /** What should not have happened: an error of ours. */
    report: createTroubleLog(log, 'error'),
    /** Tells who has started it how that went. */
    announce(message: string): void {
      if (settings.LOG_FORMAT === 'json') log('info', message);
      else process.stdout.write(`${message}\n`);
    },
    close: tracing.close,
  };
}
