import { m } from '#/language/paraglide/messages.js';
import { Choice } from './Choice.tsx';
import { filmSubtitles } from './choices.ts';
import { type Embedded, subtitlesKey } from './embedded-subtitles.ts';
import { textLabel } from '../formats/format-label.ts';
import { inReadingOrder } from '../formats/texts.ts';
import { useVisitorLanguages } from './format-preferences.ts';
import classes from '../formats/FormatTable.module.css';

const NONE = '';

/** The subtitles to put into MP4 films, of this video and of others that have them. */
export function SubtitlesChoice({ choices, chosen }: Embedded) {
  const languages = useVisitorLanguages();
  return (
    <Choice
      className={classes.choice}
      label={m.download_subtitles_label()}
      options={[
        { value: NONE, label: m.download_subtitles_none() },
        ...inReadingOrder(choices, languages).map((track) => ({ value: subtitlesKey(track), label: textLabel(track) })),
      ]}
      value={chosen ? subtitlesKey(chosen) : NONE}
      onChoose={(value) => filmSubtitles.choose(value === NONE ? null : value)}
    />
  );
}
