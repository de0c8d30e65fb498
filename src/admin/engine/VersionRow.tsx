import { platforms } from '#app.config';
import parts from '#/account/pages/parts.module.css';
import { formatDateTime, formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ExtractorView } from '#/model/admin.ts';
import { compareVersions, type ExtractorRefusal } from '#/model/engine/extractor-version.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';

type Props = { of: ExtractorView['versions'][number]; view: ExtractorView; onSaid: (said: string) => void };

/** Why a version of the extractor is not used, in a sentence. */
const REFUSAL_TEXT: Record<ExtractorRefusal, () => string> = {
  hash: m.admin_extractor_refused_hash,
  start: m.admin_extractor_refused_start,
  parts: m.admin_extractor_refused_parts,
  self_test: m.admin_extractor_refused_self_test,
  canary: m.admin_extractor_refused_canary,
  losses: m.admin_extractor_refused_losses,
  operator: m.admin_extractor_refused_operator,
};

/** A version that is known: since when, what speaks against it, and how reads by it went. */
export function VersionRow({ of, view: { running, decided, isUpdating }, onSaid }: Props) {
  const { version, refusal, detail, seenAt, takenAt, reads } = of;
  // The server takes none that is not newer than what it runs.
  const isNewer = running === null || compareVersions(version, running) > 0;
  return (
    <li className={parts.row}>
      <div className={parts.about}>
        <p className={parts.name}>
          <bdi>{version}</bdi>
          {version === running && <span className={parts.badge}>{m.admin_extractor_running()}</span>}
          {version === decided && <span className={parts.badge}>{m.admin_extractor_decided()}</span>}
          {refusal && (
            <span className={parts.badge} data-bad>
              {m.admin_extractor_refused()}
            </span>
          )}
        </p>
        <p className={`secondary ${parts.facts}`}>
          {m.admin_extractor_seen({ time: formatDateTime(seenAt) })}
          {takenAt !== null && ` · ${m.admin_extractor_taken({ time: formatDateTime(takenAt) })}`}
        </p>
        {refusal && <p>{REFUSAL_TEXT[refusal]()}</p>}
        {detail !== null && (
          <p className={`secondary ${parts.facts}`} lang="en">
            {detail}
          </p>
        )}
        {reads.map(({ platform, answered, failed, lost }) => (
          <p key={platform} className={`secondary ${parts.facts}`}>
            {m.admin_extractor_reads({
              platform: platforms[platform].name,
              answered: formatNumber(answered),
              failed: formatNumber(failed),
              lost: formatNumber(lost),
            })}
          </p>
        ))}
      </div>
      {isNewer && (
        <div className={parts.actions}>
          <ConfirmAction
            operation="updateExtractor"
            given={{ body: { version } }}
            label={m.admin_extractor_use()}
            of={version}
            title={m.admin_named({ action: m.admin_extractor_use(), name: version })}
            text={m.admin_extractor_use_text()}
            isReady={!isUpdating}
            onDone={() => onSaid(m.admin_extractor_begun())}
          />
        </div>
      )}
    </li>
  );
}
