import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import { type Format, originalSound } from '#/model/media/media.ts';
import { wholeFile } from '../formats/format-label.ts';
import { FileButton, type OnDownload } from '../formats/FileButton.tsx';
import type { Sound } from '../choices/sound.ts';

type Props = {
  links: Resolved['links'];
  /** As they are heard. */
  formats: readonly Format[];
  sound: Sound;
  onDownload: OnDownload;
};

/** Beside an MP3 that is made: the sound it is made of, as the platform has it. */
export function OriginalSound({ links, formats, sound, onDownload }: Props) {
  const original = originalSound(formats);
  if (!original) return null;
  return (
    <FileButton
      links={links}
      download={wholeFile(original, sound)}
      onDownload={onDownload}
      variant="default"
      className="wrapping"
    >
      {m.download_original_sound({ format: original.container.toUpperCase() })}
    </FileButton>
  );
}
