import type { UpdateMode } from '#/model/engine/extractor-version.ts';
import { pipEnvironment, type Settings } from './env.ts';
import { replicaOf } from '#/server/contract/replica-settings.ts';

/** Beside replicas nobody waits for a newer extractor, and no index is asked unless somebody wants that. */
export function updateSettingsOf(settings: Settings) {
  const byDefault: UpdateMode = replicaOf(settings) ? 'off' : 'notify';
  return {
    mode: settings.EXTRACTOR_UPDATES ?? byDefault,
    python: settings.EXTRACTOR_PYTHON ?? null,
    canaries: Object.values(settings.CANARY_LINKS ?? {}),
    env: pipEnvironment(),
    pinsFile: settings.EXTRACTOR_PINS ?? null,
  };
}
