import { sql } from 'drizzle-orm';
import { AS_CONFIGURED, type EngineSettings } from '#/model/operations.ts';
import type { Platform } from '#/model/platform.ts';
import type { RoutesOff, RouteSwitchRequest } from '#/model/engine/route.ts';
import type { AuditLog } from './audit.ts';
import { engineSettings, type StoredEngine } from '../schema/operations-schema.ts';
import { lockControl } from './platform-switches.ts';
import type { Store, StoreTransaction } from '../store.ts';

type SettingsChange = { [Name in keyof EngineSettings]?: EngineSettings[Name] | undefined };

export type EngineSettingsRepository = {
  read(): Promise<EngineSettings>;
  /** What is left out stays as it is stored. Gives what is settled now. */
  change(settings: SettingsChange, actor: string): Promise<EngineSettings>;
  /** Ways out that platforms are not asked by. */
  routesOff(): Promise<RoutesOff>;
  /** `names`: of the ways that there are. False: it is the last of them that is on, and stays on. */
  switchRoute(
    platform: Platform,
    change: RouteSwitchRequest,
    names: readonly string[],
    actor: string,
  ): Promise<boolean>;
};

/** Rejects as drizzle and Store.transaction do. */
export function createEngineSettingsRepository({ db }: Pick<Store, 'db'>, audit: AuditLog): EngineSettingsRepository {
  return {
    read: async () => settingsOf(await readStored(db)),
    async change(settings, actor) {
      const changed = await audit.change({ actor, action: 'engine.configure', controls: 'engine' }, async (tx) => {
        await lockControl(tx, 'engine');
        const stored = await readStored(tx);
        const before = settingsOf(stored);
        const {
          youtubePlayerClients = before.youtubePlayerClients,
          workers = before.workers,
          workersPerPlatform = before.workersPerPlatform,
        } = settings;
        const after = { youtubePlayerClients, workers, workersPerPlatform };
        await write(tx, { ...stored, ...after });
        return { target: 'engine', before, after, value: after };
      });
      return changed ?? AS_CONFIGURED;
    },
    routesOff: async () => (await readStored(db)).routesOff ?? {},
    async switchRoute(platform, { name, isOn }, names, actor) {
      const isSwitched = await audit.change({ actor, action: 'route.switch', controls: 'engine' }, async (tx) => {
        await lockControl(tx, 'engine');
        const stored = await readStored(tx);
        const off = stored.routesOff?.[platform] ?? [];
        const wasOn = !off.includes(name);
        const others = off.filter((other) => other !== name);
        // Only what is stored knows what another server, or the call before, has switched off a moment ago.
        if (!isOn && names.every((other) => other === name || off.includes(other))) return null;
        const routesOff = { ...stored.routesOff, [platform]: isOn ? others : [...others, name] };
        await write(tx, { ...stored, routesOff });
        return { target: `${platform} ${name}`, before: { isOn: wasOn }, after: { isOn }, value: true };
      });
      return isSwitched ?? false;
    },
  };
}

function settingsOf({ youtubePlayerClients, workers, workersPerPlatform }: StoredEngine): EngineSettings {
  return { youtubePlayerClients, workers, workersPerPlatform };
}

async function readStored(db: Pick<StoreTransaction, 'select'>): Promise<StoredEngine> {
  const [row] = await db.select().from(engineSettings);
  return { ...AS_CONFIGURED, ...row?.settings };
}

async function write(tx: StoreTransaction, settings: StoredEngine): Promise<void> {
  const set = { settings, changedAt: sql`now()` };
  await tx.insert(engineSettings).values({ settings }).onConflictDoUpdate({ target: engineSettings.id, set });
}
