import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Media } from '#/model/media/media.ts';
import { pictureAt, storyboardQuery, type StoryboardPicture } from './storyboard.ts';
import classes from './Scrubber.module.css';

type Props = {
  /** Link of the pictures. */
  storyboard: string;
  chapters: Media['chapters'];
  durationS: number;
  player: RefObject<HTMLVideoElement | null>;
};

/** Where the player stands, to be moved; whoever points at a moment, by whatever means, sees what is there before going. */
export function Scrubber({ storyboard, chapters, durationS, player }: Props) {
  const nowS = useTimeOf(player);
  const [pointedS, setPointed] = useState<number | null>(null);
  const [isWanted, setWanted] = useState(false);
  const { data: pictures = [] } = useQuery({ ...storyboardQuery(storyboard), enabled: isWanted });
  const describe = (seconds: number) => {
    const chapter = chapters.find(({ startS, endS }) => startS <= seconds && seconds < endS);
    // A second is named when it has begun, as players do.
    return [formatDuration(Math.floor(seconds)), chapter?.title].filter(Boolean).join(' · ');
  };
  const point = (seconds: number) => {
    setWanted(true);
    setPointed(seconds);
  };
  const pointBy = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) point(Math.min(1, Math.max(0, (clientX - left) / width)) * durationS);
  };
  return (
    <div className={classes.scrubber}>
      {pointedS !== null && (
        <Preview
          picture={pictureAt(pictures, pointedS)}
          text={describe(pointedS)}
          share={Math.min(1, pointedS / durationS)}
        />
      )}
      <input
        type="range"
        min={0}
        max={durationS}
        step={0.1}
        value={Math.min(nowS, durationS)}
        aria-label={m.download_scrubber()}
        aria-valuetext={describe(nowS)}
        className={classes.slider}
        onPointerMove={pointBy}
        onPointerDown={pointBy}
        onPointerLeave={() => setPointed(null)}
        onFocus={() => point(nowS)}
        onBlur={() => setPointed(null)}
        onKeyDown={(event) => {
          const stepS = STEPS[event.key];
          if (stepS === undefined) return;
          event.preventDefault();
          seek(Math.min(durationS, Math.max(0, nowS + stepS)));
        }}
        onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
      />
    </div>
  );

  function seek(seconds: number): void {
    if (player.current) player.current.currentTime = seconds;
    point(seconds);
  }
}

/** Seconds that a key moves by: the slider's own step is too fine for a film. */
const STEPS: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 60,
  PageDown: -60,
};

/** Hidden from readers of the screen: the slider says the same of itself. */
function Preview({ picture, text, share }: { picture: StoryboardPicture | undefined; text: string; share: number }) {
  return (
    <div className={classes.preview} style={{ '--share': share }} aria-hidden="true">
      {picture && (
        <div
          className={classes.picture}
          style={{
            inlineSize: picture.widthPx,
            blockSize: picture.heightPx,
            backgroundImage: `url("${picture.sheet}")`,
            backgroundPosition: `-${picture.x}px -${picture.y}px`,
          }}
        />
      )}
      <span className={classes.text}>{text}</span>
    </div>
  );
}

/** Seconds at which a player stands. */
function useTimeOf(player: RefObject<HTMLVideoElement | null>): number {
  const [nowS, setNow] = useState(0);
  useEffect(() => {
    const element = player.current;
    if (!element) return;
    const tell = () => setNow(element.currentTime);
    const events = ['timeupdate', 'seeking', 'seeked'] as const;
    for (const event of events) element.addEventListener(event, tell);
    return () => {
      for (const event of events) element.removeEventListener(event, tell);
    };
  }, [player]);
  return nowS;
}
