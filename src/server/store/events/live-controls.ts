import { createEmitter } from '#/model/emitter.ts';
import type { Failure } from '#/model/failure.ts';
import { AS_CONFIGURED, type EngineSettings, type ServedPlatform } from '#/model/operations.ts';
import type { Platform } from '#/model/platform.ts';
import type { RoutesOff } from '#/model/engine/route.ts';
import { createAuditLog } from '../tables/audit.ts';
import { type Control, CONTROLS, readControlsEvent } from './controls-event.ts';
import { createEngineSettingsRepository } from '../tables/engine-settings.ts';
import { createSwitchRepository } from '../tables/platform-switches.ts';
import { createRuleRepository } from '../tables/rules.ts';
import { toStoreError } from '../store-error.ts';
import type { Store } from '../store.ts';

/** What operators have settled, as this process knows it: read at its start, at each change by anybody, and every minute. */
export type LiveControls = {
  /** Why a media is not served, by its keys (model/rule.ts); null: it is. */
  takenDown(keys: readonly string[]): Failure | null;
  /** Why a platform is not served; null: it is. */
  switchedOff(platform: Platform): Failure | null;
  switchOf(platform: Platform): ServedPlatform | null;
  engine(): EngineSettings;
  /** Ways out that platforms are not asked by. */
  routesOff(): RoutesOff;
  /** Calls after each change that this process hears of; returns what ends it. */
  onChange(listener: (what: Control) => void): () => void;
  /** Reads something anew now: whoever changed it is told only when it counts here as well. */
  refresh(what: Control): Promise<void>;
  close(): void;
};

/** For an event that was lost. */
const REFRESH_MS = 60_000;

/** Rejects with StoreError when they cannot be read. */
export async function openLiveControls(store: Store, log: (line: string) => void): Promise<LiveControls> {
  const audit = createAuditLog(store);
  const repositories = {
    rules: createRuleRepository(store, audit),
    switches: createSwitchRepository(store, audit),
    engine: createEngineSettingsRepository(store, audit),
  };
  const changes = createEmitter<Control>();
  let ruleKeys = new Set<string>();
  let switches = new Map<Platform, ServedPlatform>();
  let engine = AS_CONFIGURED;
  let routesOff: RoutesOff = {};

  const read: Record<Control, () => Promise<void>> = {
    async rules() {
      ruleKeys = await repositories.rules.keys();
    },
    async switches() {
      switches = new Map((await repositories.switches.all()).map((one) => [one.platform, one]));
    },
    async engine() {
      [engine, routesOff] = await Promise.all([repositories.engine.read(), repositories.engine.routesOff()]);
    },
  };
  // One after the other: of two answers to the same question the later one must count.
  let reading = Promise.resolve();
  function refresh(what: Control): Promise<void> {
    const done = reading.then(async () => {
      await read[what]();
      changes.emit(what);
    });
    reading = done.catch(() => {});
    return done;
  }
  /** What was known before counts until the next time. */
  function refreshSoon(what: Control): void {
    refresh(what).catch((error: unknown) => log(`What operators settled was not read. ${toStoreError(error).message}`));
  }
  const refreshAll = (): void => CONTROLS.forEach(refreshSoon);

  for (const what of CONTROLS) {
    await read[what]().catch((error: unknown) => {
      throw toStoreError(error);
    });
  }
  const endings = [
    store.onEvent((event) => {
      const what = readControlsEvent(event);
      if (what) refreshSoon(what);
    }),
    store.onResync(refreshAll),
  ];
  const timer = setInterval(refreshAll, REFRESH_MS);

  return {
    takenDown: (keys) => (keys.some((key) => ruleKeys.has(key)) ? { code: 'taken_down' } : null),
    switchedOff(platform) {
      const { isOn = true, notice = null } = switches.get(platform) ?? {};
      return isOn ? null : { code: 'platform_off', platform, ...(notice && { notice }) };
    },
    switchOf: (platform) => switches.get(platform) ?? null,
    engine: () => engine,
    routesOff: () => routesOff,
    onChange: changes.on,
    refresh,
    close() {
      for (const end of endings) end();
      clearInterval(timer);
    },
  };
}
