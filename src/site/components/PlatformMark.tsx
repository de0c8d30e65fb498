import type { Platform } from '#/model/platform.ts';
import { PLATFORM_SIGNS } from './platform-signs.ts';
import classes from './PlatformMark.module.css';

/** A small mark beside a platform's name. The name is always there too, so the mark is silent. */
export function PlatformMark({ platform }: { platform: Platform }) {
  const { path, hue } = PLATFORM_SIGNS[platform];
  return (
    <svg className={classes.mark} style={{ '--hue': hue }} viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1" y="1" width="18" height="18" rx="5" className={classes.ground} />
      <path d={path} className={classes.sign} />
    </svg>
  );
}
