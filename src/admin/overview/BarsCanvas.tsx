import { useEffect, useRef } from 'react';
import { formatHour } from '#/language/format.ts';
import type { Bars, Drawing } from './draw-bars.ts';
import classes from './Overview.module.css';

export type Draw = (place: HTMLElement, bars: Bars) => Promise<Drawing>;

type Props = {
  /** ISO 8601 instants. */
  startsAt: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
  onPoint: Bars['onPoint'];
  draw?: Draw;
};

/** The library of charts is loaded by the first that is drawn. */
const drawLater: Draw = async (place, bars) => (await import('./draw-bars.ts')).drawBars(place, bars);

/** Bars as wide as there is room, in the colours of the moment. What they say has to be told beside them. */
export function BarsCanvas({ startsAt, values, format, onPoint, draw = drawLater }: Props) {
  const place = useRef<HTMLDivElement>(null);
  // They are the same values, though each answer has them anew.
  const shown = values.join(' ');
  useEffect(() => {
    const shownIn = place.current;
    if (!shownIn) return undefined;
    let drawing: Drawing | null = null;
    let isLeft = false;
    const bars: Bars = {
      startsAtS: startsAt.map((instant) => Date.parse(instant) / 1000),
      values: shown.split(' ').map(Number),
      format,
      formatTime: (startsAtS) => formatHour(new Date(startsAtS * 1000).toISOString()),
      onPoint,
    };
    void draw(shownIn, bars).then((drawn) => {
      if (isLeft) drawn.remove();
      else drawing = drawn;
    });
    const observer = new ResizeObserver(() => drawing?.resize());
    observer.observe(shownIn);
    return () => {
      isLeft = true;
      observer.disconnect();
      drawing?.remove();
    };
  }, [draw, format, onPoint, shown, startsAt]);
  return <div ref={place} aria-hidden="true" className={classes.bars} />;
}
