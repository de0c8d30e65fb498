import type { ComponentProps } from 'react';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { EngineView } from '#/model/admin.ts';
import { Fact, Facts } from './Facts.tsx';
import { Lamp } from './Lamp.tsx';

type State = ComponentProps<typeof Lamp>['state'];

const TOKENS: Record<EngineView['engine']['tokens'], { text: () => string; state: State }> = {
  working: { text: m.admin_engine_can, state: 'working' },
  failing: { text: m.admin_engine_cannot, state: 'unavailable' },
  untried: { text: m.admin_engine_untried, state: 'off' },
  off: { text: m.admin_engine_off, state: 'off' },
};

/** What the engine can do, and its versions, of the server that answers. */
export function EngineFacts({ engine }: { engine: EngineView['engine'] }) {
  const { solver } = engine;
  const tokens = TOKENS[engine.tokens];
  const abilities = [
    { label: m.admin_engine_checks(), isThere: engine.available },
    { label: m.admin_engine_conversions(), isThere: engine.conversions },
    { label: m.admin_engine_challenges(), isThere: engine.jsChallenges },
    { label: m.admin_engine_fingerprints(), isThere: engine.browserFingerprints },
  ];
  const versions = [
    { label: m.admin_engine_extractor(), version: engine.extractor },
    { label: m.admin_engine_python(), version: engine.python },
    // As their makers call them, in all languages.
    { label: 'yt-dlp-ejs', version: engine.versions.challengeScripts },
    { label: 'curl_cffi', version: engine.versions.curlCffi },
  ];
  return (
    <Facts>
      {abilities.map(({ label, isThere }) => (
        <Fact key={label} label={label} isMinor isBad={!isThere}>
          <Lamp state={isThere ? 'working' : 'unavailable'}>
            {isThere ? m.admin_engine_can() : m.admin_engine_cannot()}
          </Lamp>
        </Fact>
      ))}
      <Fact label={m.admin_engine_tokens()} isMinor isBad={engine.tokens === 'failing'}>
        <Lamp state={tokens.state}>{tokens.text()}</Lamp>
      </Fact>
      <Fact
        label={m.admin_engine_solved()}
        isMinor
        note={m.admin_engine_solver_trouble({
          failed: formatNumber(solver.failed),
          restarts: formatNumber(solver.restarts),
        })}
        isBad={solver.failed > solver.solved}
      >
        {formatNumber(solver.solved)}
      </Fact>
      {versions.map(({ label, version }) => (
        <Fact key={label} label={label} isMinor isBad={version === null}>
          {version ?? m.admin_engine_missing()}
        </Fact>
      ))}
    </Facts>
  );
}
