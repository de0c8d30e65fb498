import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatBytes, formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { GIF_MAX_S, type Resolved } from '#/model/download.ts';
import { isOf, mayTryAgain } from '#/model/failure-codes.ts';
import type { FailureCode } from '#/model/failure.ts';
import type { Format } from '#/model/media/media.ts';
import { Choice } from '../choices/Choice.tsx';
import { AnotherLink } from '../form/AnotherLink.tsx';
import { type Clip, clipOf, clippable } from './clip.ts';
import { formatClock } from './clock.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { FileButton, type OnDownload } from '../formats/FileButton.tsx';
import { qualityLabel } from '../formats/format-label.ts';
import { withQuery } from '../formats/link-query.ts';
import { isMadeGif } from '../formats/offer.ts';
import { type Sound, soundQuery } from '../choices/sound.ts';
import { type ClipAnswer, useClipAnswer } from './use-clip-answer.ts';
import classes from './ClipPanel.module.css';

export type ClipOfferProps = {
  clip: Clip | null;
  resolved: Resolved;
  /** Formats with the sound that is heard. */
  formats: readonly Format[];
  sound: Sound;
  /** The one a clip is taken of unless another is chosen. */
  preferred: Format;
  /** Whether what is had of the clip leads on. */
  isPrimary: boolean;
  onDownload: OnDownload;
  /** The post's links no longer work: it is to be read again. */
  onOutdated: () => void;
};

/** What nobody sees or hears of a difference, in seconds: less than a picture lasts. */
const SAME_S = 0.03;

/** What can be had of a clip: exactly what was typed, sooner from the key frame before it, or as a GIF; and where the cut really falls. */
export function ClipOffer(props: ClipOfferProps) {
  const { clip, resolved, formats, sound, preferred, isPrimary, onDownload, onOutdated } = props;
  const { links, canConvert } = resolved;
  const [formatId, setFormatId] = useState(preferred.id);
  const choices = clippable(formats);
  const format = choices.find(({ id }) => id === formatId) ?? preferred;
  const link = links[format.id];
  const query = soundQuery(format, sound);
  const quality = useRef<HTMLSelectElement>(null);
  const { answer, askAgain } = useClipAnswer(
    clip && link ? withQuery(link, clipOf(format, clip, { query }).query) : null,
  );
  const gif = formats.find(isMadeGif);
  const shared = { links, onDownload, className: 'wrapping' };
  if (!clip) return <p className="secondary">{m.download_clip_hint()}</p>;
  const { startS, sizeBytes } = answer?.ok ? answer.value : { startS: null, sizeBytes: null };
  const fast = clipOf(format, clip, { sizeBytes, query });
  const earlierS = clip.startS - (startS ?? clip.startS);
  // A cut that falls where it was set needs no conversion.
  const isConverted = canConvert && !(answer?.ok && earlierS < SAME_S);
  const size = sizeBytes === null ? null : formatBytes(sizeBytes);
  return (
    <>
      <Choice
        label={m.download_column_quality()}
        options={choices.map((choice) => ({ value: choice.id, label: choiceLabel(choice) }))}
        value={format.id}
        onChoose={setFormatId}
        ref={quality}
      />
      {answer && !answer.ok ? (
        <FailureNote
          failure={answer.failure}
          actions={
            <ClipRemedy
              code={answer.failure.code}
              onAgain={isOf(answer.failure.code, 'anew') ? onOutdated : askAgain}
              onOther={choices.length > 1 ? () => quality.current?.focus() : undefined}
            />
          }
        />
      ) : (
        <Falls clip={clip} answer={answer?.value} isExact={isConverted} />
      )}
      <div className={classes.actions}>
        <FileButton
          {...shared}
          variant={isPrimary ? 'filled' : 'default'}
          download={isConverted ? clipOf(format, clip, { isExact: true, query }) : fast}
        >
          {/* How large it comes to be is known of what is taken as it is. */}
          <Named measure={(!isConverted && size) || formatClock(clip.endS - clip.startS)}>
            {m.download_clip_download()}
          </Named>
        </FileButton>
        {isConverted && answer?.ok && (
          <FileButton {...shared} variant="default" download={fast}>
            <Named measure={size}>{m.download_clip_fast({ time: formatTimeLeft(earlierS) })}</Named>
          </FileButton>
        )}
        {gif && clip.endS - clip.startS <= GIF_MAX_S && (
          <FileButton {...shared} variant="default" download={clipOf(gif, clip)}>
            GIF
          </FileButton>
        )}
      </div>
    </>
  );
}

/** What a button gives, and how large or how long that is. */
function Named({ measure, children }: { measure: string | null; children: string }) {
  return (
    <span>
      {children}{' '}
      {measure !== null && (
        <>
          <span className={classes.dot}>·</span> <span className={classes.measure}>{measure}</span>
        </>
      )}
    </span>
  );
}

type RemedyProps = { code: FailureCode; onAgain: () => void; onOther: (() => void) | undefined };

/** What can help where a clip cannot be had: the same once more, or else another format, or another link where there is none. */
function ClipRemedy({ code, onAgain, onOther }: RemedyProps) {
  if (!mayTryAgain(code) && !onOther) return <AnotherLink>{m.download_try_another()}</AnotherLink>;
  return (
    <Button variant="default" onClick={mayTryAgain(code) ? onAgain : onOther}>
      {mayTryAgain(code) ? m.download_retry() : m.download_try_another_format()}
    </Button>
  );
}

type FallsProps = { clip: Clip; answer: ClipAnswer | undefined; isExact: boolean };

function Falls({ clip, answer, isExact }: FallsProps) {
  if (answer && isExact) {
    const [start, end] = [formatClock(clip.startS), formatClock(clip.endS)];
    return <output className="secondary">{m.download_clip_exactly({ start, end })}</output>;
  }
  const { startS, endS, sizeBytes } = answer ?? { startS: null, endS: null, sizeBytes: null };
  return (
    <output className="secondary">
      {answer
        ? m.download_clip_cuts({
            start: formatClock(startS ?? clip.startS),
            end: formatClock(endS ?? clip.endS),
            size: sizeBytes === null ? m.download_size_unknown() : formatBytes(sizeBytes),
          })
        : m.download_clip_finding()}
    </output>
  );
}

function choiceLabel(format: Format): string {
  return `${format.container.toUpperCase()} · ${qualityLabel(format)}`;
}
