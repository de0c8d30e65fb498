import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '#/language/paraglide/messages.js';
import type { Format } from '#/model/media/media.ts';
import { Choice } from '../choices/Choice.tsx';
import type { ClipOfferProps } from './ClipOffer.tsx';
import { ClipPanel } from './ClipPanel.tsx';
import { NotPlayed } from './NotPlayed.tsx';
import { qualityLabel } from '../formats/format-label.ts';
import { saveFrame } from './save-frame.ts';
import { withQuery } from '../formats/link-query.ts';
import { soundQuery } from '../choices/sound.ts';
import { posterSource } from '../formats/thumbnail-source.ts';
import { usePreviewFailure } from './use-preview-failure.ts';
import classes from './Player.module.css';

const SPEEDS = ['0.5', '0.75', '1', '1.25', '1.5', '2'];

type Props = Omit<ClipOfferProps, 'clip' | 'preferred'> & {
  /** What is played; null: nothing is. */
  format: Format | null;
  /** The one a clip is taken of unless another is chosen; null: that which is played. */
  preferred: Format | null;
  /** Where the film stands, and where what can be done with it: null while nothing is played. `hasClip`: a part of it is set. */
  children: (parts: { film: ReactNode; tools: ReactNode; hasClip: boolean }) => ReactNode;
};

/** The chosen media by our own video API, with the browser's controls. It starts when the visitor says so. With it, a picture of it, a part of it. */
export function Player({ format, preferred, children, ...offer }: Props) {
  const { media, shown } = offer.resolved;
  const [hasPicture, setHasPicture] = useState(false);
  const [speed, setSpeed] = useState('1');
  const [durationS, setDurationS] = useState(media.durationS);
  const [hasClip, setHasClip] = useState(false);
  const element = useRef<HTMLVideoElement>(null);
  const poster = media.thumbnailId ? shown.thumbnails[media.thumbnailId] : undefined;
  const preview = format ? shown.previews[format.id] : undefined;
  const source = format && preview ? withQuery(preview, soundQuery(format, offer.sound)) : undefined;
  const { failure, note, forget } = usePreviewFailure(source);
  if (!format || failure !== undefined) {
    // What was set went with the film.
    if (hasClip) setHasClip(false);
    if (!format) forget();
    const playAgain = () => {
      flushSync(forget);
      element.current?.focus();
    };
    const film = format && <NotPlayed failure={failure ?? null} onAgain={playAgain} onOutdated={offer.onOutdated} />;
    return children({ film, tools: null, hasClip: false });
  }
  const captions = media.formats.filter(({ id }) => id in shown.subtitles);
  const film = (
    <video
      ref={element}
      src={source}
      poster={poster && posterSource(poster)}
      controls
      playsInline
      preload="metadata"
      aria-label={m.download_preview_label({ title: media.title })}
      className={classes.media}
      onError={({ currentTarget }) => note(currentTarget)}
      onLoadStart={({ currentTarget }) => {
        setHasPicture(false);
        // Each source begins at the speed of a film that was never touched.
        currentTarget.playbackRate = Number(speed);
      }}
      onLoadedData={({ currentTarget }) => setHasPicture(currentTarget.videoWidth > 0)}
      onDurationChange={({ currentTarget: { duration } }) => {
        if (Number.isFinite(duration)) setDurationS(duration);
      }}
    >
      {captions.map((caption) => (
        <track
          key={caption.id}
          kind="captions"
          src={shown.subtitles[caption.id]}
          srcLang={caption.language ?? undefined}
          label={qualityLabel(caption)}
        />
      ))}
    </video>
  );
  const tools = (
    <div className={classes.below}>
      <div className={`cluster ${classes.tools}`}>
        {format.kind !== 'audio' && (
          <Button
            variant="default"
            size="compact-md"
            disabled={!hasPicture}
            onClick={() => element.current && void saveFrame(element.current, media.title)}
          >
            {m.download_frame()}
          </Button>
        )}
        <Choice
          label={m.download_speed_label()}
          options={SPEEDS.map((value) => ({ value, label: `${value} ×` }))}
          value={speed}
          onChoose={(chosen) => {
            setSpeed(chosen);
            if (element.current) element.current.playbackRate = Number(chosen);
          }}
        />
      </div>
      <ClipPanel
        {...offer}
        preferred={preferred ?? format}
        durationS={durationS}
        onClip={setHasClip}
        player={element}
        onSeek={(seconds) => {
          if (element.current) element.current.currentTime = seconds;
        }}
        chapters={media.chapters}
        storyboard={format.kind === 'audio' ? null : shown.storyboard}
      />
    </div>
  );
  return children({ film, tools, hasClip });
}
