import type { PlatformHealth } from '#/model/download.ts';
import type { Platform } from '#/model/platform.ts';
import { HomeScene } from '#/site/scenes/HomeScene.tsx';
import { PlatformDownScene } from '#/site/scenes/PlatformDownScene.tsx';
import { PlatformHealthNote } from './PlatformHealthNote.tsx';

export type PlatformTopProps = {
  platform: Platform;
  /** null: not known. */
  health: PlatformHealth | null;
};

/** How a platform does, below its page's heading, and what that looks like beside it. */
export function PlatformTop({ health }: PlatformTopProps) {
  return (
    <>
      {health && <PlatformHealthNote health={health} />}
      {health?.state === 'unavailable' ? <PlatformDownScene /> : <HomeScene />}
    </>
  );
}
