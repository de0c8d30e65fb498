import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { EngineView } from '#/model/admin.ts';
import { Fact, Facts } from './Facts.tsx';

/** As their makers call them, in all languages. */
const PARTS = [
  { key: 'challengeScripts', name: 'yt-dlp-ejs' },
  { key: 'curlCffi', name: 'curl_cffi' },
] as const;

const TOKENS: Record<EngineView['engine']['tokens'], () => string> = {
  working: m.admin_engine_can,
  failing: m.admin_engine_cannot,
  untried: m.admin_engine_untried,
  off: m.admin_engine_off,
};

/** The engine's versions, and what it can do, of the server that answers. */
export function EngineFacts({ engine }: { engine: EngineView['engine'] }) {
  const { versions, solver } = engine;
  const abilities = [
    { label: m.admin_engine_checks(), isThere: engine.available },
    { label: m.admin_engine_conversions(), isThere: engine.conversions },
    { label: m.admin_engine_challenges(), isThere: engine.jsChallenges },
    { label: m.admin_engine_fingerprints(), isThere: engine.browserFingerprints },
  ];
  return (
    <Facts>
      <Fact label={m.admin_engine_extractor()} isBad={engine.extractor === null}>
        {engine.extractor ?? m.admin_engine_missing()}
      </Fact>
      <Fact label={m.admin_engine_python()} isBad={engine.python === null}>
        {engine.python ?? m.admin_engine_missing()}
      </Fact>
      {abilities.map(({ label, isThere }) => (
        <Fact key={label} label={label} isBad={!isThere}>
          {isThere ? m.admin_engine_can() : m.admin_engine_cannot()}
        </Fact>
      ))}
      <Fact label={m.admin_engine_tokens()} isBad={engine.tokens === 'failing'}>
        {TOKENS[engine.tokens]()}
      </Fact>
      {PARTS.map(({ name, key }) => (
        <Fact key={key} label={name} isBad={versions[key] === null}>
          {versions[key] ?? m.admin_engine_missing()}
        </Fact>
      ))}
      <Fact
        label={m.admin_engine_solved()}
        note={m.admin_engine_solver_trouble({
          failed: formatNumber(solver.failed),
          restarts: formatNumber(solver.restarts),
        })}
        isBad={solver.failed > solver.solved}
      >
        {formatNumber(solver.solved)}
      </Fact>
    </Facts>
  );
}
