import { allowances } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { type FactForm, formatFact } from '#/language/format-fact.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { type ChangedFacts, type FactPath, factAt, secondsOf } from '#/model/facts.ts';
import type { Platform } from '#/model/platform.ts';
import classes from './sections.module.css';

type Props = {
  platform: Platform;
  /** What this installation has set otherwise than app.config.ts. */
  changedFacts: ChangedFacts;
};

/** What a visitor may do in a while, how large and long a file may be, and how long things last. */
export function LimitList({ platform, changedFacts }: Props) {
  const locale = currentLocale();
  const fact = (path: FactPath, as: FactForm) => {
    const value = changedFacts[path] ?? factAt(path);
    return formatFact(as === 'duration' ? secondsOf(path, value) : value, as, locale);
  };
  const perWindow = (path: FactPath) =>
    m.section_limit_per({ count: fact(path, 'number'), time: fact('allowances.windowS', 'duration') });
  const rows = [
    [m.section_limit_links(), perWindow('allowances.guest.resolutions')],
    [m.section_limit_downloads(), perWindow('allowances.guest.downloads')],
    [m.section_limit_data(), fact('allowances.guest.gigabytesPerDay', 'gigabytes')],
    [m.section_limit_at_once(), fact('allowances.guest.transfers', 'number')],
    [m.section_limit_file(), fact('allowances.fileGigabytes', 'gigabytes')],
    [m.section_limit_length(), fact('allowances.fileHours', 'duration')],
    [m.section_limit_paste(), fact('limits.linksPerPaste', 'number')],
    ...(platform === 'youtube' ? [[m.section_limit_entries(), fact('limits.playlistEntries', 'number')] as const] : []),
    [m.section_limit_link(), fact('limits.downloadLinkS', 'duration')],
    [m.section_limit_kept(), fact('allowances.keptFileS', 'duration')],
  ] as const;
  return (
    <section className={classes.section} aria-labelledby="limits">
      <h2 id="limits">{m.section_limit_heading()}</h2>
      <p>{m.section_limit_intro({ times: allowances.userTimes })}</p>
      <dl className={classes.limits}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={localizePath('/limits', locale)}>{m.section_limit_all()}</a>
      </p>
    </section>
  );
}
