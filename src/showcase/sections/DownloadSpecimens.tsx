import { FormatTable } from '#/download/formats/FormatTable.tsx';
import { MoreMenu } from '#/download/formats/MoreMenu.tsx';
import { SplitDownload } from '#/download/formats/SplitDownload.tsx';
import { wholeFile } from '#/download/formats/format-label.ts';
import { textTracksOf } from '#/download/formats/texts.ts';
import { useFormatPreferences } from '#/download/choices/format-preferences.ts';
import { offerOf } from '#/download/queue/recommended-file.ts';
import { ProgressControl } from '#/download/transfers/ProgressControl.tsx';
import { FILM, TITLE, TRANSFERS } from '../data.ts';
import classes from '../showcase.module.css';
import { Opened, SpecimenGroup, Specimen, Unfolded } from '../Specimen.tsx';

const nothing = () => {};
const ACTIONS = { pause: nothing, resume: nothing, stop: nothing, retry: nothing };

/** The control that downloads, closed, open and under way; the menu behind a format; the table of all. */
export function DownloadSpecimens() {
  const { files, file, sound, embedded, whole } = offerOf(
    { mode: 'video', quality: null, chosen: undefined },
    FILM.media,
    useFormatPreferences(),
  );
  const table = { formats: whole, texts: textTracksOf(FILM.media), links: FILM.links, sound, embedded };
  const [format] = whole;
  if (!file || !format) return null;
  const split = { links: FILM.links, files, file, onPick: nothing, onDownload: nothing };
  return (
    <SpecimenGroup name="downloads">
      <Specimen name="split">
        <SplitDownload {...split} />
      </Specimen>
      <Specimen name="split, one file">
        <SplitDownload {...split} files={[file]} />
      </Specimen>
      <Specimen name="split, not primary">
        <SplitDownload {...split} isPrimary={false} />
      </Specimen>
      {(['starting', 'downloading', 'length unknown', 'paused', 'preparing'] as const).map((name) => (
        <Specimen key={name} name={`split, ${name}`}>
          <div className={classes.narrow}>
            <SplitDownload
              {...split}
              running={<ProgressControl title={TITLE} transfer={TRANSFERS[name]} actions={ACTIONS} />}
            />
          </div>
        </Specimen>
      ))}
      <Specimen name="split, open">
        <Opened>
          <SplitDownload {...split} />
        </Opened>
      </Specimen>
      <Specimen name="menu of a format, open">
        <Opened>
          <MoreMenu format={format} download={wholeFile(format)} href="/api/video/token" onDownload={nothing} />
        </Opened>
      </Specimen>
      <Specimen name="formats, closed" isWide>
        <FormatTable {...table} canConvert onDownload={nothing} />
      </Specimen>
      <Specimen name="formats, open" isWide>
        <Unfolded>
          <FormatTable {...table} canConvert={false} onDownload={nothing} />
        </Unfolded>
      </Specimen>
    </SpecimenGroup>
  );
}
