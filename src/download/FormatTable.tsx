import { Button } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format, FormatKind } from '#/model/media.ts';
import { codecLabel, formatSummary, qualityLabel, sizeLabel } from './format-label.ts';
import classes from './FormatTable.module.css';

const GROUPS: { kind: FormatKind; title: () => string }[] = [
  { kind: 'video+audio', title: m.download_group_video },
  { kind: 'video', title: m.download_group_muted },
  { kind: 'audio', title: m.download_group_audio },
  { kind: 'subtitles', title: m.download_group_subtitles },
  { kind: 'image', title: m.download_group_images },
];

const COLUMNS = {
  quality: {
    title: m.download_column_quality,
    value: ({ heightPx, audioBitrateKbps }: Format) => heightPx ?? audioBitrateKbps ?? 0,
  },
  file: { title: m.download_column_file, value: ({ container }: Format) => container },
  codec: { title: m.download_column_codec, value: codecLabel },
  size: { title: m.download_column_size, value: ({ size }: Format) => size?.bytes ?? 0 },
  plays: { title: m.download_column_plays, value: ({ compatibility }: Format) => compatibility },
} as const;
type Column = keyof typeof COLUMNS;
type Order = { column: Column; descending: boolean };

type Props = {
  formats: readonly Format[];
  links: Resolved['links'];
  onDownload: (format: Format) => void;
};

/** Every format there is, one a row, in groups. The links are plain ones, so the table works without JavaScript. */
export function FormatTable({ formats, links, onDownload }: Props) {
  const [order, setOrder] = useState<Order | null>(null);
  const groups = GROUPS.map((group) => ({
    ...group,
    rows: sorted(
      formats.filter(({ kind }) => kind === group.kind),
      order,
    ),
  }));
  const sortBy = (column: Column) =>
    setOrder((before) => ({ column, descending: before?.column === column ? !before.descending : true }));
  return (
    <details className={classes.all}>
      <summary className={classes.summary}>{m.download_all_formats({ count: formats.length })}</summary>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              {(Object.keys(COLUMNS) as Column[]).map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={order?.column === column ? (order.descending ? 'descending' : 'ascending') : undefined}
                >
                  <button type="button" className={classes.sort} onClick={() => sortBy(column)}>
                    {COLUMNS[column].title()}
                    <span aria-hidden="true">{order?.column === column ? (order.descending ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
              <th scope="col">{m.download_column_actions()}</th>
            </tr>
          </thead>
          {groups.map(
            ({ kind, title, rows }) =>
              rows.length > 0 && (
                <tbody key={kind}>
                  <tr className={classes.group}>
                    <th scope="rowgroup" colSpan={6}>
                      {title()}
                    </th>
                  </tr>
                  {rows.map((format) => (
                    <Row key={format.id} format={format} link={links[format.id] ?? ''} onDownload={onDownload} />
                  ))}
                </tbody>
              ),
          )}
        </table>
      </div>
    </details>
  );
}

function Row({ format, link, onDownload }: { format: Format; link: string; onDownload: (format: Format) => void }) {
  const [copied, setCopied] = useState(false);
  const takeOver = (event: MouseEvent) => {
    event.preventDefault();
    onDownload(format);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(link, location.href).href);
    setCopied(true);
  };
  return (
    <tr>
      <th scope="row" className={classes.quality}>
        {qualityLabel(format)}
        {format.fps && format.kind !== 'audio' ? (
          <span className={classes.minor}> {formatNumber(Math.round(format.fps))} fps</span>
        ) : null}
      </th>
      <td>{format.container.toUpperCase()}</td>
      <td>{codecLabel(format) || '–'}</td>
      <td className={classes.number}>{sizeLabel(format)}</td>
      <td>{format.compatibility === 'everywhere' ? m.download_plays_everywhere() : m.download_plays_modern()}</td>
      <td className={classes.rowActions}>
        <Button
          component="a"
          href={link}
          download
          variant="default"
          size="compact-md"
          aria-label={m.download_format_named({ format: formatSummary(format) })}
          onClick={takeOver}
        >
          {m.download_format()}
        </Button>
        <Button variant="subtle" size="compact-md" onClick={() => void copy()}>
          {copied ? m.download_copied() : m.download_copy_link()}
        </Button>
      </td>
    </tr>
  );
}

function sorted(formats: readonly Format[], order: Order | null): readonly Format[] {
  if (!order) return formats;
  const { value } = COLUMNS[order.column];
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return formats.toSorted((a, b) => (order.descending ? -1 : 1) * compare(value(a), value(b)));
}
