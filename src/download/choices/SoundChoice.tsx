import { isolated, languageName } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { AudioTrack } from '#/model/media/media.ts';
import { Choice } from './Choice.tsx';
import { soundLanguage } from './choices.ts';
import type { Sound } from './sound.ts';
import classes from '../formats/FormatTable.module.css';

/** `form`: id of a form that takes the choice where no script runs. */
type Props = Sound & { form: string | undefined };

/** The sound to hear, where there are several: the original first. Choosing the original means that of every video. */
export function SoundChoice({ tracks, track, form }: Props) {
  const [original] = tracks;
  return (
    <Choice
      className={classes.choice}
      label={m.download_audio_track_label()}
      options={tracks.map((option) => ({ value: option.id, label: trackLabel(option, tracks) }))}
      value={(track ?? original)?.id ?? ''}
      onChoose={(value) => soundLanguage.choose(value === original?.id ? null : value)}
      name="sound"
      form={form}
    />
  );
}

/** With the platform's name of it only where nothing else tells it from another. */
function trackLabel({ language, kind, trackName }: AudioTrack, all: readonly AudioTrack[]): string {
  const isOneOfSeveral = all.filter((other) => other.language === language && other.kind === kind).length > 1;
  const own = languageName(language ?? 'und');
  const name = trackName && isOneOfSeveral ? `${own} (${isolated(trackName)})` : own;
  if (kind === 'original') return m.download_audio_track_original({ language: name });
  return kind === 'descriptive' ? m.download_audio_track_described({ language: name }) : name;
}
