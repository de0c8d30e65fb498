import { useRef } from 'react';
import { ONLY_SOUND } from '#/download/choices/sound.ts';
import { ClipPanel } from '#/download/player/ClipPanel.tsx';
import { TransferLine } from '#/download/transfers/TransferLine.tsx';
import { DAMAGED, FILM, TITLE } from '../data.ts';
import { SpecimenGroup, Specimen } from '../Specimen.tsx';

const nothing = () => {};
const LINE = {
  title: TITLE,
  transfer: DAMAGED,
  actions: { pause: nothing, resume: nothing, stop: nothing, retry: nothing },
};

/** What of a film is trimmed, and what is left to do where trying again does not help. */
export function PlayerSpecimens() {
  const { formats, durationS } = FILM.media;
  const [, film] = formats;
  const player = useRef<HTMLVideoElement>(null);
  if (!film) return null;
  return (
    <>
      <SpecimenGroup name="player">
        <Specimen name="trim" isWide>
          <ClipPanel
            {...{ resolved: FILM, formats, sound: ONLY_SOUND, preferred: film, durationS }}
            player={player}
            onSeek={nothing}
            chapters={[]}
            storyboard={null}
            isPrimary
            onClip={nothing}
            onDownload={nothing}
            onOutdated={nothing}
          />
        </Specimen>
      </SpecimenGroup>
      <SpecimenGroup name="failed files">
        <Specimen name="other formats" isWide>
          <TransferLine {...LINE} onOther={nothing} />
        </Specimen>
        <Specimen name="no other format" isWide>
          <TransferLine {...LINE} />
        </Specimen>
      </SpecimenGroup>
    </>
  );
}
