import { useHydrated } from '@tanstack/react-router';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format, TextTrack } from '#/model/media/media.ts';
import { canHaveTrack, hasSound } from '#/model/media/tracks.ts';
import { FileButton, type OnDownload } from './FileButton.tsx';
import { codecLabel, formatSummary, isLosslessCopy, qualityLabel, sizeLabel, wholeFile } from './format-label.ts';
import { useHref } from './link-query.ts';
import { MoreMenu } from './MoreMenu.tsx';
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
  const href = useHref(links);
  const download = wholeFile(format, sound, subtitles);
  const label = m.download_format_named({ format: formatSummary(format, spokenLanguage(format, sound)) });
  const isPlain = !useHydrated();
  const isChosenBy = sound.tracks.some((track) => hasSound(format) && canHaveTrack(format, track)) ? form : undefined;
  const file = format.container.toUpperCase();
  const codecs = codecLabel(format);
  return (
    <tr>
      <th scope="row" className={classes.quality}>
        {qualityLabel(format)}
        <span className={classes.minor}>{remarks(format).map((remark) => ` · ${remark}`)}</span>
        {/* Of an MP3 the file says it. */}
        {codecs !== '' && codecs !== file && <span className={`fine-print ${classes.codec}`}>{codecs}</span>}
      </th>
      <td className={classes.file}>{file}</td>
      <td className={classes.number}>
        {format.size ? (
          sizeLabel(format)
        ) : (
          <>
            <span aria-hidden="true">–</span>
            <span className="spoken">{sizeLabel(format)}</span>
          </>
        )}
      </td>
      {format.compatibility === 'everywhere' ? (
        <td className={`${classes.plays} ${classes.everywhere}`}>{isPlayed(format) && m.download_works_on_all()}</td>
      ) : (
        <td className={classes.plays}>{m.download_works_on_newer()}</td>
      )}
      {isPlain ? (
        <td colSpan={2} className={classes.get}>
          <PlainButton {...{ links, download, label }} form={isChosenBy}>
            {m.download_format()}
          </PlainButton>
        </td>
      ) : (
        <>
          <td className={classes.get}>
            <FileButton
              {...{ links, download, onDownload }}
              variant="default"
              className={classes.icon}
              aria-label={label}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M8 2.5v8m-3-3 3 3 3-3M3 13.5h10" />
              </svg>
            </FileButton>
          </td>
          <td className={classes.more}>
            <MoreMenu {...{ format, download, onDownload }} href={href(format.id, download.query)} />
          </td>
        </>
      )}
    </tr>
  );
}

const isFilmOf = ({ kind }: Format): boolean => kind === 'video' || kind === 'video+audio';

/** Texts and pictures are shown by whatever device: that needs no telling. */
const isPlayed = (format: Format): boolean => isFilmOf(format) || format.kind === 'audio';

/** What is worth knowing beside the quality: how smooth it is, that it is not the platform's own file. */
function remarks(format: Format): string[] {
  const { fps, delivery } = format;
  const isFilm = isFilmOf(format);
  // `720p60` says it already.
  const isNamed = fps && qualityLabel(format).includes(`p${Math.round(fps)}`);
  return [
    isFilm && fps && !isNamed && `${formatNumber(Math.round(fps))} fps`,
    // That it is a copy says it.
    delivery === 'transcode' && !isLosslessCopy(format) && m.download_converted(),
  ].filter((remark): remark is string => Boolean(remark));
}
