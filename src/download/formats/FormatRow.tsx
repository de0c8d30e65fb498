import { Button } from '@mantine/core';
import { useHydrated } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format, TextTrack } from '#/model/media/media.ts';
import { canHaveTrack, hasSound } from '#/model/media/tracks.ts';
import { writeClipboard } from '#/site/browser/clipboard.ts';
import { FileButton, type OnDownload } from './FileButton.tsx';
import { codecLabel, formatSummary, qualityLabel, sizeLabel, wholeFile } from './format-label.ts';
import { KeepButton } from './KeepButton.tsx';
import { useHref } from './link-query.ts';
import { PlainButton } from './PlainButton.tsx';
import { type Sound, spokenLanguage } from '../choices/sound.ts';
import classes from './FormatTable.module.css';

type Props = {
  format: Format;
  links: Resolved['links'];
  sound: Sound;
  /** Put into it, if it is a film that can hold them. */
  subtitles: TextTrack | null;
  onDownload: OnDownload;
  /** Id of the form in which a sound is chosen where no script runs. */
  form: string | undefined;
};

/** One format of the table, with its links. */
export function FormatRow({ format, links, sound, subtitles, onDownload, form }: Props) {
  const [copied, setCopied] = useState(false);
  const href = useHref(links);
  const download = wholeFile(format, sound, subtitles);
  const label = m.download_format_named({ format: formatSummary(format, spokenLanguage(format, sound)) });
  const isPlain = !useHydrated();
  const isChosenBy = sound.tracks.some((track) => hasSound(format) && canHaveTrack(format, track)) ? form : undefined;
  const copy = async () => {
    setCopied(await writeClipboard(new URL(href(format.id, download.query) ?? '', location.href).href));
  };
  return (
    <tr>
      <th scope="row" className={classes.quality}>
        {qualityLabel(format)}
        <span className={classes.minor}>{remarks(format).map((remark) => ` · ${remark}`)}</span>
      </th>
      <td>{format.container.toUpperCase()}</td>
      <td>{codecLabel(format) || '–'}</td>
      <td className={classes.number}>{sizeLabel(format)}</td>
      {format.compatibility === 'everywhere' ? (
        <td className={classes.everywhere}>{m.download_plays_everywhere()}</td>
      ) : (
        <td className={classes.plays}>{m.download_plays_modern()}</td>
      )}
      <td className={classes.rowActions}>
        {isPlain ? (
          <PlainButton {...{ links, download, label }} form={isChosenBy}>
            {m.download_format()}
          </PlainButton>
        ) : (
          <>
            <FileButton {...{ links, download, onDownload }} variant="default" size="compact-md" aria-label={label}>
              {m.download_format()}
            </FileButton>
            <Button variant="subtle" size="compact-md" className={classes.copy} onClick={() => void copy()}>
              {copied ? m.download_copied() : m.download_copy_link()}
            </Button>
            <KeepButton format={format} download={download} onDownload={onDownload} />
          </>
        )}
      </td>
    </tr>
  );
}

/** What is worth knowing beside the quality: how smooth it is, that it is not the platform's own file. */
function remarks({ kind, fps, delivery }: Format): string[] {
  const isFilm = kind === 'video' || kind === 'video+audio';
  return [
    isFilm && fps && `${formatNumber(Math.round(fps))} fps`,
    delivery === 'transcode' && m.download_converted(),
  ].filter((remark): remark is string => Boolean(remark));
}
