import { useState } from 'react';
import type { Platform } from '#/model/platform.ts';
import { PlatformMark } from '#/site/frame/PlatformMark.tsx';
import classes from './History.module.css';

/** What a download looks like; its platform's mark where no picture was kept. */
export function HistoryPicture({ link, platform }: { link: string | null; platform: Platform | null }) {
  const [isGone, setGone] = useState(link === null);
  return (
    <span className={classes.picture}>
      {platform && <PlatformMark platform={platform} />}
      {link !== null && !isGone && (
        <img src={link} alt="" width={96} height={54} loading="lazy" decoding="async" onError={() => setGone(true)} />
      )}
    </span>
  );
}
