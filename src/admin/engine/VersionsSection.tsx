import { Pending } from '#/account/pages/Pending.tsx';
import parts from '#/account/pages/parts.module.css';
import { Section } from '#/account/pages/Section.tsx';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import type { ExtractorView } from '#/model/admin.ts';
import { compareVersions, type UpdateMode } from '#/model/engine/extractor-version.ts';
import { CodeInText } from '#/site/components/CodeInText.tsx';
import { AdminProblem } from '../AdminProblem.tsx';
import { didText } from '../audit/action-text.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';
import { Fact, Facts } from '../Facts.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { TroubledServers } from './TroubledServers.tsx';
import { VersionRow } from './VersionRow.tsx';

const EVERY_MS = 5_000;
const SETTING = /(EXTRACTOR_UPDATES=\w+)/;

const MODE_TEXT: Record<UpdateMode, () => string> = {
  auto: m.admin_extractor_mode_auto,
  notify: m.admin_extractor_mode_notify,
  off: m.admin_extractor_mode_off,
};

/** Which versions of the extractor there are, what became of them, and which one all servers are to run. */
export function VersionsSection() {
  const answer = useAdminAnswer('extractor', {}, { everyMs: EVERY_MS });
  const [said, announce] = useAnnouncement();
  return (
    <Section
      heading={m.admin_extractor_title()}
      intro={m.admin_extractor_intro()}
      actions={answer.data && <Actions view={answer.data} onSaid={announce} />}
    >
      <output className={parts.said}>{said}</output>
      {answer.isPending && <Pending />}
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <Versions view={answer.data} onSaid={announce} />}
    </Section>
  );
}

type Props = { view: ExtractorView; onSaid: (said: string) => void };

function Actions({ view: { decided, previous, isUpdating }, onSaid }: Props) {
  const back = previous ?? m.admin_extractor_installed();
  return (
    <div className={parts.actions}>
      <ConfirmAction
        operation="updateExtractor"
        given={{ body: {} }}
        label={m.admin_extractor_update()}
        of={m.admin_extractor_newest()}
        title={m.admin_named({ action: m.admin_extractor_update(), name: m.admin_extractor_newest() })}
        text={m.admin_extractor_update_text()}
        isReady={!isUpdating}
        onDone={() => onSaid(m.admin_extractor_begun())}
      />
      {decided !== null && (
        <ConfirmAction
          operation="rollBackExtractor"
          given={{ query: { from: decided } }}
          label={m.admin_extractor_back()}
          of={back}
          title={m.admin_named({ action: m.admin_extractor_back(), name: back })}
          text={m.admin_extractor_back_text({ version: decided })}
          isDanger
          onDone={() => onSaid(didText('extractor.rollback', decided))}
        />
      )}
    </div>
  );
}

function Versions({ view, onSaid }: Props) {
  const { mode, running, decided, previous, isWatched, isUpdating, versions } = view;
  const troubled = view.nodes.filter(({ trouble }) => trouble !== null);
  return (
    <>
      <Facts>
        <Fact label={m.admin_extractor_running()} isBad={running === null}>
          {running ?? m.admin_engine_missing()}
        </Fact>
        <Fact label={m.admin_extractor_decided()}>{decided ?? m.admin_extractor_installed()}</Fact>
        <Fact label={m.admin_extractor_previous()}>
          {decided === null ? '–' : (previous ?? m.admin_extractor_installed())}
        </Fact>
        <Fact label={m.admin_extractor_mode()}>{MODE_TEXT[mode]()}</Fact>
        <Fact label={m.admin_extractor_troubled()} isBad={troubled.length > 0}>
          {formatNumber(troubled.length)}
        </Fact>
      </Facts>
      {mode === 'off' && (
        <p>
          <CodeInText text={m.admin_extractor_mode_off_text()} names={SETTING} />
        </p>
      )}
      {isWatched && <p>{m.admin_extractor_watched()}</p>}
      {isUpdating && <output>{m.admin_extractor_updating()}</output>}
      <TroubledServers nodes={troubled} />
      {versions.length === 0 && <p>{m.admin_extractor_none()}</p>}
      <ul className={parts.rows}>
        {versions
          .toSorted((one, other) => compareVersions(other.version, one.version))
          .map((one) => (
            <VersionRow key={one.version} of={one} view={view} onSaid={onSaid} />
          ))}
      </ul>
    </>
  );
}
