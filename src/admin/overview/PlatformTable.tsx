import { Button } from '@mantine/core';
import { useState } from 'react';
import { platforms } from '#app.config';
import { formatBytes, formatNumber, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { type CountedPlatform, isFault } from '#/model/outcome.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import type { Column } from '../list/column.ts';
import list from '../list/List.module.css';
import { ListTable } from '../list/ListTable.tsx';
import type { Draw } from './BarsCanvas.tsx';
import { PlatformState } from '../platforms/PlatformState.tsx';
import { RateBars } from '../platforms/rates/RateBars.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { PlatformCharts } from './PlatformCharts.tsx';
import { reasonsOf, type Hour, successShare, sum } from './hours.ts';
import classes from './Overview.module.css';

type Row = { platform: CountedPlatform; hours: readonly Hour[] };

/** All platforms below each other, with what was asked of each and what came of it; the charts of one of them on demand. */
export function PlatformTable({ rows, draw }: { rows: readonly Row[]; draw?: Draw }) {
  const [open, setOpen] = useState<CountedPlatform | null>(null);
  const shown = rows.find(({ platform }) => platform === open);
  return (
    <div className={list.list}>
      <ListTable
        label={m.admin_nav_platforms()}
        columns={columns()}
        rows={rows}
        keyOf={({ platform }) => platform}
        renderActions={({ platform }) => (
          <Button
            variant="default"
            size="xs"
            aria-expanded={open === platform}
            aria-label={m.admin_named({ action: m.admin_overview_charts(), name: nameOf(platform) })}
            onClick={() => setOpen(open === platform ? null : platform)}
          >
            {m.admin_overview_charts()}
          </Button>
        )}
      />
      {shown && <PlatformCharts key={shown.platform} {...shown} {...(draw && { draw })} />}
    </div>
  );
}

function nameOf(platform: CountedPlatform): string {
  return platform === 'none' ? m.admin_chart_others() : platforms[platform].name;
}

function columns(): Column<Row>[] {
  const total = (of: (hour: Hour) => number, format: (value: number) => string) => {
    return ({ hours }: Row) => format(sum(hours, of));
  };
  return [
    { key: 'platform', label: m.account_history_platform(), cell: ({ platform }) => <PlatformName of={platform} /> },
    {
      key: 'spark',
      label: m.admin_overview_by_hour(),
      cell: ({ hours }) => <RateBars spans={hours} className={classes.spark} />,
    },
    {
      key: 'rate',
      label: m.admin_overview_success(),
      isNumber: true,
      cell: ({ hours }) => rateText(successShare(hours)),
    },
    { key: 'links', label: m.admin_chart_links(), isNumber: true, cell: total((hour) => hour.links, formatNumber) },
    { key: 'files', label: m.admin_chart_files(), isNumber: true, cell: total((hour) => hour.files, formatNumber) },
    { key: 'bytes', label: m.admin_chart_bytes(), isNumber: true, cell: total((hour) => hour.bytes, formatBytes) },
    { key: 'failures', label: m.admin_chart_failures(), isNumber: true, cell: (row) => <Failures hours={row.hours} /> },
  ];
}

/** How many, and what most of them were. */
function Failures({ hours }: { hours: readonly Hour[] }) {
  const most = reasonsOf(hours).find(([code]) => isFault(code));
  return (
    <>
      {formatNumber(sum(hours, ({ failures }) => failures))}
      {most && <span className={`fine-print ${classes.most}`}>{FAILURE_TEXT[most[0]].title()}</span>}
    </>
  );
}

function rateText(rate: number | null): string {
  return rate === null ? '–' : formatRate(rate);
}

/** A platform with its state, as soon as that is known. */
function PlatformName({ of: platform }: { of: CountedPlatform }) {
  const answer = useAdminAnswer('overview', {});
  if (platform === 'none') return nameOf(platform);
  const state = answer.data?.platforms.find((one) => one.platform === platform);
  if (state) return <PlatformState of={state} />;
  return (
    <span className={classes.name}>
      <PlatformMark platform={platform} />
      {nameOf(platform)}
    </span>
  );
}
