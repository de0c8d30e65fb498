import { m } from '#/language/paraglide/messages.js';
import type { ExtractorChange } from '#/model/engine/extractor-version.ts';
import { changeText } from './change-text.ts';
import classes from './status.module.css';

/** When another version of the extractor took over, or was taken back, newest first. */
export function ChangeList({ changes }: { changes: readonly ExtractorChange[] }) {
  return (
    <section className={classes.past} aria-labelledby="extractor-changes">
      <h2 id="extractor-changes">{m.status_extractor_changes()}</h2>
      <ol className={classes.incidents}>
        {changes.map((change) => (
          <ChangeEntry key={change.id} change={change} />
        ))}
      </ol>
    </section>
  );
}

function ChangeEntry({ change }: { change: ExtractorChange }) {
  const { title, time } = changeText(change);
  return (
    <li id={change.id} data-state={change.kind === 'taken' ? 'working' : 'degraded'}>
      <h3>{title}</h3>
      <p className={classes.times}>{time}</p>
    </li>
  );
}
