import * as v from 'valibot';
import { m } from '#/language/paraglide/messages.js';
import { EngineSettings } from '#/model/operations.ts';

const names = (text: string) => text.split(/[\s,]+/).filter((name) => name !== '');

const Workers = v.pipe(
  v.string(),
  v.check(
    (text) => v.is(EngineSettings.entries.workers, toNumber(text)),
    () => m.admin_engine_workers_wrong(),
  ),
);

/** What the form asks, as its fields have it; an empty one is as each server is configured. */
export const EngineAnswers = v.object({
  clients: v.pipe(
    v.string(),
    v.check(
      (text) => v.is(EngineSettings.entries.youtubePlayerClients, toNames(text)),
      () => m.admin_engine_clients_wrong(),
    ),
  ),
  workers: Workers,
  workersPerPlatform: Workers,
});
export type EngineAnswers = v.InferInput<typeof EngineAnswers>;

export function toAnswers({ youtubePlayerClients, workers, workersPerPlatform }: EngineSettings): EngineAnswers {
  return {
    clients: youtubePlayerClients?.join(' ') ?? '',
    workers: workers === null ? '' : String(workers),
    workersPerPlatform: workersPerPlatform === null ? '' : String(workersPerPlatform),
  };
}

/** The settings that valid answers ask for. */
export function toSettings({ clients, workers, workersPerPlatform }: EngineAnswers): EngineSettings {
  return {
    youtubePlayerClients: toNames(clients),
    workers: toNumber(workers),
    workersPerPlatform: toNumber(workersPerPlatform),
  };
}

function toNames(text: string): string[] | null {
  return names(text).length === 0 ? null : names(text);
}

function toNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
