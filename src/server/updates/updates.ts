import type { ExtractorRead, ExtractorRefusal, UpdateMode } from '#/model/engine/extractor-version.ts';
import type { Platform } from '#/model/platform.ts';
import type { EngineControls } from '#/server/engine/media/extraction.ts';
import type { Decision, NodeVersion, ReadCount, StoredVersion } from '#/server/store/tables/extractor-versions.ts';
import type { Store } from '#/server/store/store.ts';
import type { PipTimeouts } from './pip.ts';

/** What became of looking for another version. `index`: the index did not answer, or has none. */
export type UpdateOutcome =
  | { outcome: 'taken' | 'newest' | 'noticed' | 'resting'; version: string }
  | { outcome: 'refused'; version: string; refusal: ExtractorRefusal; detail: string }
  | { outcome: 'index' | 'impossible'; detail: string }
  /** Another process does so at the moment, or did a short while ago. */
  | { outcome: 'elsewhere' };

/** All that is known of the extractor's versions. */
export type VersionsKnown = {
  mode: UpdateMode;
  /** Of this process. */
  running: string | null;
  isWatched: boolean;
  isUpdating: boolean;
  decision: Decision;
  versions: (StoredVersion & { reads: ReadCount[] })[];
  nodes: NodeVersion[];
};

export type ExtractorUpdates = {
  /** Looks for the newest version, or takes the one named, judges it and has all servers run it; `rest` does not count. */
  update(version?: string): Promise<UpdateOutcome>;
  /** Has all servers run the version before `from`, or before the one that they run. Null: none has taken over, or not this one. */
  goBack(detail: string, from?: string): Promise<{ from: string; to: string | null } | null>;
  known(): Promise<VersionsKnown>;
  /** Told of each read by the engine. */
  noteRead(version: string, platform: Platform, read: ExtractorRead): void;
  /**
   * From now on runs what all servers are to run, and looks for newer ones from time to time. Resolves when that runs here, or is to be
   * installed first, for which nobody waits.
   */
  follow(): Promise<void>;
  /** What time makes due: to look for newer versions, where that is wanted. */
  look(): Promise<UpdateOutcome | null>;
  close(): Promise<void>;
};

export type UpdatesOptions = {
  store: Store;
  engine: EngineControls;
  /** Names this process among all. */
  node: string;
  mode: UpdateMode;
  /** null: there is none, and nothing to be updated. */
  python: string | null;
  /** The data folder. */
  folder: string;
  /** Links that are known to work. */
  canaries: readonly string[];
  /** What pip is started in. */
  env: NodeJS.ProcessEnv;
  pinsFile: string | null;
  log: (message: string) => void;
  timeouts?: PipTimeouts;
};
