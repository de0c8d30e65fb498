import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import classes from './DownloadForm.module.css';
import { MODE_LABEL } from './mode-label.ts';
import { type Mode, MODES } from './mode.ts';

/** What the button does in each mode. All of them stand in it, and the style sheet shows one: a mode changes it without any code. */
const SUBMIT_LABEL: Record<Mode, () => string> = {
  video: m.download_submit,
  audio: m.download_submit_audio,
  muted: m.download_submit_muted,
  subtitles: m.download_submit_subtitles,
  images: m.download_submit_images,
};

type Props = { mode: Mode; onChoose: (mode: Mode) => void; isPrimary: boolean };

/** What is wanted of the links, and the button that asks for it. */
export function ModeAndSubmit({ mode, onChoose, isPrimary }: Props) {
  return (
    <div className={classes.go}>
      <fieldset className={`segments ${classes.modes}`} aria-label={m.download_mode_label()}>
        {MODES.map((option) => (
          <label key={option} className={classes.mode}>
            <input
              type="radio"
              name="mode"
              value={option}
              checked={mode === option}
              onChange={() => onChoose(option)}
            />
            <span>{MODE_LABEL[option]()}</span>
          </label>
        ))}
      </fieldset>
      <Button
        type="submit"
        variant={isPrimary ? 'filled' : 'default'}
        className={classes.submit}
        classNames={{ label: classes.submitLabel }}
      >
        {MODES.map((option) => (
          <span key={option} data-mode={option} data-on={mode === option || undefined}>
            {SUBMIT_LABEL[option]()}
          </span>
        ))}
      </Button>
    </div>
  );
}
