import type { Engine, EngineControls } from '#/server/engine/media/extraction.ts';
import type { AccessPolicy } from '#/server/engine/index.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';

/** What operators settled, as the engine asks for it. */
export function accessPolicyOf(controls: Pick<LiveControls, 'switchedOff' | 'takenDown'>): AccessPolicy {
  return (platform, keys) => controls.switchedOff(platform) ?? controls.takenDown(keys);
}

/** Has an engine do what operators have settled, and whatever they will. Returns what ends it. */
export function applyOperatorSettings(engine: Engine & EngineControls, controls: LiveControls): () => void {
  const apply = () => {
    engine.configure(controls.engine());
    engine.switchRoutes(controls.routesOff());
  };
  apply();
  return controls.onChange((what) => {
    if (what === 'rules') engine.dropRefused();
    if (what === 'engine') apply();
  });
}
