import { useMemo } from 'react';
import { platforms } from '#app.config';
import { formatBytes, formatNumber, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { CountedPlatform } from '#/model/outcome.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { useElementId } from '#/site/browser/element-id.ts';
import { BarChart } from './BarChart.tsx';
import type { Draw } from './BarsCanvas.tsx';
import { Codes, HourTable } from './HourTable.tsx';
import { type Hour, isQuiet, successShare, sum } from './hours.ts';
import classes from './Overview.module.css';

type Figure = { title: string; of: (hour: Hour) => number; format: (value: number) => string };

const FIGURES: readonly (Omit<Figure, 'title'> & { title: () => string })[] = [
  { title: m.admin_chart_links, of: ({ links }) => links, format: formatNumber },
  { title: m.admin_chart_files, of: ({ files }) => files, format: formatNumber },
  { title: m.admin_chart_bytes, of: ({ bytes }) => bytes, format: formatBytes },
  { title: m.admin_chart_failures, of: ({ failures }) => failures, format: formatNumber },
];

/** So many kinds of failures stand beside the charts; all are in the table. */
const CODES_SHOWN = 4;

type Props = { platform: CountedPlatform; hours: readonly Hour[]; draw?: Draw };

/** What was asked of a platform, by the hour, and what came of it. */
export function PlatformCharts({ platform, hours, draw }: Props) {
  const id = useElementId();
  const name = platform === 'none' ? m.admin_chart_others() : platforms[platform].name;
  const startsAt = useMemo(() => hours.map((hour) => hour.startsAt), [hours]);
  const [rate, isIdle] = [successShare(hours), isQuiet(hours)];
  return (
    <article className={classes.platform} aria-labelledby={id}>
      <h3 id={id}>
        {platform !== 'none' && <PlatformMark platform={platform} />}
        {name}
      </h3>
      {isIdle && <p className="secondary">{m.admin_chart_quiet()}</p>}
      {rate !== null && <p className="secondary">{m.admin_chart_success({ rate: formatRate(rate) })}</p>}
      {!isIdle && (
        <>
          <div className={classes.charts}>
            {FIGURES.map(({ title, of, format }) => {
              const [what, total] = [title(), format(sum(hours, of))];
              const most = format(Math.max(...hours.map(of)));
              return (
                <BarChart
                  key={what}
                  title={what}
                  label={m.admin_chart_label({ what, platform: name, total, most })}
                  total={total}
                  startsAt={startsAt}
                  values={hours.map(of)}
                  format={format}
                  {...(draw && { draw })}
                />
              );
            })}
          </div>
          <Codes hours={hours} most={CODES_SHOWN} />
          <HourTable hours={hours} />
        </>
      )}
    </article>
  );
}
