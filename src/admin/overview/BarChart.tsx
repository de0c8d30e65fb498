import { useComputedColorScheme } from '@mantine/core';
import { useState } from 'react';
import { formatHour } from '#/language/format.ts';
import { BarsCanvas, type Draw } from './BarsCanvas.tsx';
import classes from './Overview.module.css';

type Props = {
  title: string;
  /** What the bars come to, for who does not see them. */
  label: string;
  /** All of them together. */
  total: string;
  startsAt: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
  draw?: Draw;
};

/** One bar for each hour, and the figure of the one that is pointed at. All figures are in the table below. */
export function BarChart({ title, label, total, draw, ...bars }: Props) {
  // The colours are read from the page when it is drawn.
  const scheme = useComputedColorScheme('light');
  const [pointed, setPointed] = useState<number | null>(null);
  const hour = pointed === null ? undefined : bars.startsAt[pointed];
  const value = pointed === null ? undefined : bars.values[pointed];
  const isPointed = hour !== undefined && value !== undefined;
  return (
    <figure className={classes.chart} aria-label={label}>
      <figcaption>
        <span>{title}</span>
        <span className={classes.total}>{isPointed ? `${formatHour(hour)} · ${bars.format(value)}` : total}</span>
      </figcaption>
      <BarsCanvas key={scheme} onPoint={setPointed} {...bars} {...(draw && { draw })} />
    </figure>
  );
}
