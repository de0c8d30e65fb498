import { useHydrated } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { SUBTITLE_CONTAINERS } from '#/model/media/codecs.ts';
import type { Resolved } from '#/model/download.ts';
import type { Format, TextTrack } from '#/model/media/media.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import { Choice } from '../choices/Choice.tsx';
import { FileButton, type OnDownload } from './FileButton.tsx';
import { textLabel } from './format-label.ts';
import { PlainButton } from './PlainButton.tsx';
import { inReadingOrder } from './texts.ts';
import { useVisitorLanguages } from '../choices/format-preferences.ts';
import classes from './FormatTable.module.css';

type Props = {
  texts: readonly TextTrack[];
  /** Subtitles that are listed: those of all others are had by their links. */
  formats: readonly Format[];
  links: Resolved['links'];
  onDownload: OnDownload;
};

/** All subtitles of a video in one row: one is chosen, and had in each syntax. Where no script runs, a form takes the choice. */
export function TextRow({ texts, formats, links, onDownload }: Props) {
  const form = useElementId();
  const isPlain = !useHydrated();
  const languages = useVisitorLanguages();
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = inReadingOrder(texts, languages);
  const track = choices.find(({ id }) => id === chosen) ?? choices[0];
  const found = SUBTITLE_CONTAINERS.flatMap(
    (container) => formats.find((format) => format.container === container) ?? [],
  );
  if (!track) return null;
  return (
    <tr>
      <td colSpan={3} className={classes.texts}>
        {isPlain && <form id={form} method="get" />}
        <Choice
          label={m.download_group_subtitles()}
          options={choices.map((option) => ({ value: option.id, label: textLabel(option) }))}
          value={track.id}
          onChoose={setChosen}
          {...(isPlain && { form, name: 'text' })}
        />
      </td>
      <td colSpan={3} className={classes.rowActions}>
        {found.map((format) => {
          const name = format.container.toUpperCase();
          const summary = `${name} · ${textLabel(track)}`;
          const label = m.download_format_named({ format: summary });
          const download = { formatId: format.id, summary, query: { text: track.id } };
          return isPlain ? (
            <PlainButton key={name} {...{ links, download, form }} label={m.download_format_named({ format: name })}>
              {name}
            </PlainButton>
          ) : (
            <FileButton
              key={name}
              {...{ links, download, onDownload }}
              variant="default"
              size="compact-md"
              aria-label={label}
            >
              {name}
            </FileButton>
          );
        })}
      </td>
    </tr>
  );
}
