import { useHydrated } from '@tanstack/react-router';
import { type Ref, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format, FormatKind, TextTrack } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import type { Embedded } from '../choices/embedded-subtitles.ts';
import type { OnDownload } from './FileButton.tsx';
import { FormatRow } from './FormatRow.tsx';
import { isKeepable } from './offer.ts';
import type { Sound } from '../choices/sound.ts';
import { SoundChoice } from '../choices/SoundChoice.tsx';
import { SubtitlesChoice } from '../choices/SubtitlesChoice.tsx';
import { TextRow } from './TextRow.tsx';
import classes from './FormatTable.module.css';

/** What a phone shows of the table at a time. */
const TABS = {
  video: m.download_tab_video,
  audio: m.download_group_audio,
  subtitles: m.download_group_subtitles,
  images: m.download_group_images,
} as const;
type Tab = keyof typeof TABS;

const GROUPS: { kind: FormatKind; tab: Tab; title: () => string }[] = [
  { kind: 'video+audio', tab: 'video', title: m.download_group_video },
  { kind: 'video', tab: 'video', title: m.download_group_muted },
  { kind: 'audio', tab: 'audio', title: m.download_group_audio },
  { kind: 'subtitles', tab: 'subtitles', title: m.download_group_subtitles },
  { kind: 'image', tab: 'images', title: m.download_group_images },
];

const COLUMNS = {
  quality: {
    title: m.download_column_quality,
    value: (format: Format) => pictureQuality(format) ?? format.audioBitrateKbps ?? 0,
  },
  file: { title: m.download_column_file, value: ({ container }: Format) => container },
  size: { title: m.download_column_size, value: ({ size }: Format) => size?.bytes ?? 0 },
  plays: { title: m.download_column_works_on, value: ({ compatibility }: Format) => compatibility },
} as const;
type Column = keyof typeof COLUMNS;
type Order = { column: Column; descending: boolean };

type Props = Pick<Resolved, 'links' | 'canConvert'> & {
  formats: readonly Format[];
  texts: readonly TextTrack[];
  sound: Sound;
  embedded: Embedded;
  onDownload: OnDownload;
  ref?: Ref<HTMLDetailsElement>;
};

/** More subtitles than these are one row, in which they are chosen. */
const FEW_TEXTS = 3;

/**
 * Every format there is, one a row, in groups. The links are plain ones, so the table works without JavaScript; where a sound is to be chosen,
 * they are then buttons of a form.
 */
export function FormatTable({ formats, texts, links, canConvert, sound, embedded, onDownload, ref }: Props) {
  const id = useElementId();
  const isPlain = !useHydrated();
  const form = isPlain && sound.tracks.length > 1 ? id : undefined;
  const hasManyTexts = texts.length > FEW_TEXTS;
  const [order, setOrder] = useState<Order | null>(null);
  const groups = GROUPS.map((group) => ({
    ...group,
    rows: sorted(
      formats.filter(({ kind }) => kind === group.kind),
      order,
    ),
  }));
  const shown = groups.filter(({ rows }) => rows.length > 0);
  const unsized = shown.filter(({ rows }) => rows.some((format) => format.size === null && isKeepable(format)));
  const tabs = [...new Set(shown.map(({ tab }) => tab))];
  const [chosenTab, setTab] = useState<Tab | null>(null);
  const tab = chosenTab !== null && tabs.includes(chosenTab) ? chosenTab : tabs[0];
  return (
    <details ref={ref}>
      <summary className={`chevron ${classes.summary}`}>{m.download_all_formats({ count: formats.length })}</summary>
      {form && <form id={form} method="get" />}
      {sound.tracks.length > 1 && <SoundChoice {...sound} form={form} />}
      {embedded.choices.length > 0 && !(isPlain && hasManyTexts) && <SubtitlesChoice {...embedded} />}
      {tabs.length > 1 && (
        <div className={`segments ${classes.tabs}`}>
          {tabs.map((one) => (
            <button key={one} type="button" aria-pressed={one === tab} onClick={() => setTab(one)}>
              {TABS[one]()}
            </button>
          ))}
        </div>
      )}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <Head order={order} onOrder={setOrder} />
          {shown.map(({ kind, tab: own, title, rows }) => (
            <tbody key={kind} data-tab={isPlain || own === tab ? undefined : 'other'}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={6}>
                  {title()}
                </th>
              </tr>
              {kind === 'subtitles' && hasManyTexts ? (
                <TextRow texts={texts} formats={rows} {...{ links, onDownload }} />
              ) : (
                rows.map((format) => (
                  <FormatRow
                    key={format.id}
                    format={format}
                    {...{ sound, links, onDownload, form }}
                    subtitles={embedded.chosen}
                  />
                ))
              )}
              {kind === 'audio' && !canConvert && (
                <tr>
                  <td colSpan={6} className={classes.minor}>
                    {m.download_no_conversion()}
                  </td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </div>
      {unsized.length > 0 && (
        <p
          className={`fine-print ${classes.hint}`}
          data-tab={isPlain || unsized.some((group) => group.tab === tab) ? undefined : 'other'}
        >
          {m.download_prepare_hint()}
        </p>
      )}
    </details>
  );
}

function Head({ order, onOrder }: { order: Order | null; onOrder: (order: Order) => void }) {
  return (
    <thead>
      <tr>
        {(Object.keys(COLUMNS) as Column[]).map((column) => {
          const isOrdered = order?.column === column;
          const descending = isOrdered && order.descending;
          return (
            <th key={column} scope="col" aria-sort={isOrdered ? (descending ? 'descending' : 'ascending') : undefined}>
              <button
                type="button"
                className={classes.sort}
                onClick={() => onOrder({ column, descending: !isOrdered || !descending })}
              >
                {COLUMNS[column].title()}
                <span aria-hidden="true">{isOrdered ? (descending ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </th>
          );
        })}
        <th scope="col" colSpan={2}>
          <span className="spoken">{m.download_column_actions()}</span>
        </th>
      </tr>
    </thead>
  );
}

function sorted(formats: readonly Format[], order: Order | null): readonly Format[] {
  if (!order) return formats;
  const { value } = COLUMNS[order.column];
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return formats.toSorted((a, b) => (order.descending ? -1 : 1) * compare(value(a), value(b)));
}
