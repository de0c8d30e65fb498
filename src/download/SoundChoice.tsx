import { languageName } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { Choice } from './Choice.tsx';
import { soundLanguage } from './choices.ts';
import classes from './FormatTable.module.css';

/** The language to hear, where there are several: the original first. Choosing the original means that of every video. */
export function SoundChoice({ languages, language }: { languages: readonly string[]; language: string | null }) {
  const [original] = languages;
  return (
    <Choice
      className={classes.choice}
      label={m.download_sound_label()}
      options={languages.map((value) => ({
        value,
        label: value === original ? m.download_sound_original({ language: languageName(value) }) : languageName(value),
      }))}
      value={language ?? original ?? ''}
      onChoose={(value) => soundLanguage.choose(value === original ? null : value)}
    />
  );
}
