import { useMemo } from 'react';
import { m as text } from '../../texts/paraglide/messages.js';
import classes from '../AccountForm.module.css';
import { drawQr, type QrFailure } from './qr-path.ts';

/** Width and height in CSS pixels (docs/specification.md 9.15). */
const SIZE_PX = 228;

const FAILURE_TEXT: Record<QrFailure, () => string> = { empty: text.qr_empty, too_big: text.qr_too_big };

/** Loaded by TotpQr when there is something to draw. */
export function QrImage({ content }: { content: string }) {
  const drawing = useMemo(() => drawQr(content), [content]);
  if (!drawing.ok)
    return (
      <p role="alert" className={classes.problem}>
        {FAILURE_TEXT[drawing.failure]()}
      </p>
    );
  const { size, path } = drawing.value;
  return (
    <svg
      role="img"
      aria-label={text.qr_label()}
      width={SIZE_PX}
      height={SIZE_PX}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes.qr}
    >
      {/* Dark on light in both themes: not every scanner reads the opposite. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
