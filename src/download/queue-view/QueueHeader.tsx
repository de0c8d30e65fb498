import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import type { Usage } from '#/model/download.ts';
import { useIsOnline } from '#/site/browser/use-is-online.ts';
import { FileNamesChoice } from '../choices/FileNamesChoice.tsx';
import { NotifySwitch } from '../choices/NotifySwitch.tsx';
import type { Queue } from '../queue/queue-item.ts';
import { allTransfers, canBeRetried, clearable, countTogether, wentWrong } from '../queue/queue.ts';
import { clear, downloadAll, commandTransfers, retryAllFailed } from '../queue/queue-store.ts';
import { stageOf, type Transfer } from '../transfers/transfer-state.ts';
import { limitForecast } from '../workspace/limit-forecast.ts';
import { isLow } from '../workspace/use-usage.ts';
import { UsageLine } from '../workspace/UsageLine.tsx';
import { CLEAR_LABEL } from './clear-label.ts';
import classes from './QueueList.module.css';

/** What is said of the whole queue, and what can be done with it. */
export function QueueHeader({ queue, usage }: { queue: Queue; usage: Usage | null }) {
  const together = countTogether(queue);
  const clearing = clearable(queue);
  const isOnline = useIsOnline();
  const forecast = usage && together > 0 ? limitForecast(together, usage) : null;
  const transfers = allTransfers(queue);
  const idsIn = (stage: string) =>
    transfers.filter(([, transfer]) => stageOf(transfer) === stage && hasLength(transfer)).map(([id]) => id);
  const [running, paused] = [idsIn('transferring'), idsIn('paused')];
  const shared = { variant: 'subtle', size: 'compact-md' } as const;
  const failed = queue.filter(canBeRetried).length + transfers.filter(([, transfer]) => wentWrong(transfer)).length;
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <h2 id="queue-heading" tabIndex={-1} className={classes.heading}>
          {m.download_queue_heading()}{' '}
          <span className={`secondary ${classes.count}`}>{m.download_queue_count({ count: queue.length })}</span>
        </h2>
        <div className={`cluster ${classes.actions}`}>
          {together > 0 && (
            <Button onClick={() => downloadAll(queue)}>{m.download_all_count({ count: together })}</Button>
          )}
          {running.length > 1 && (
            <Button {...shared} onClick={() => commandTransfers(running, 'pause')}>
              {m.download_pause_all()}
            </Button>
          )}
          {paused.length > 1 && (
            <Button {...shared} onClick={() => commandTransfers(paused, 'resume')}>
              {m.download_resume_all()}
            </Button>
          )}
          {isOnline && failed > 1 && (
            <Button {...shared} onClick={retryAllFailed}>
              {m.download_retry_failed()}
            </Button>
          )}
          {clearing && (
            <Button {...shared} onClick={() => clear(clearing)}>
              {CLEAR_LABEL[clearing]()}
            </Button>
          )}
        </div>
        <details className={classes.options}>
          <summary className={`fine-print chevron ${classes.summary}`}>{m.download_options()}</summary>
          <div className={`sheet ${classes.choices}`}>
            <FileNamesChoice />
            <NotifySwitch />
            {usage && !isLow(usage) && <UsageLine usage={usage} />}
          </div>
        </details>
      </div>
      {forecast && <p className="secondary">{forecast}</p>}
      {usage && isLow(usage) && <UsageLine usage={usage} />}
    </header>
  );
}

function hasLength({ progress }: Transfer): boolean {
  return Boolean(progress?.totalBytes);
}
