import { type ComponentProps, useState } from 'react';
import type { Platform } from '#/model/platform.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import classes from './Thumb.module.css';

type Props = ComponentProps<'img'> & { platform: Platform | null };

/** A post's picture. Where there is none, or it does not come, as without a connection, the mark of its platform is in its place. */
export function Thumb({ platform, ...image }: Props) {
  const { src } = image;
  const [broken, setBroken] = useState<string>();
  const [come, setCome] = useState<{ of: string; as: string }>();
  // What has come stays: a browser that wants another size in a window of another width, and does not get it, shows neither, and tells nobody.
  const kept = come && come.of === src ? { src: come.as, srcSet: undefined } : {};
  if (src !== undefined && src !== broken)
    return (
      <img
        {...image}
        {...kept}
        // What failed before this code was there tells nobody.
        ref={(element) => {
          if (element?.complete && element.naturalWidth === 0) setBroken(src);
        }}
        alt=""
        decoding="async"
        onLoad={({ currentTarget }) => setCome({ of: src, as: currentTarget.currentSrc })}
        onError={() => setBroken(src)}
      />
    );
  return (
    platform && (
      <span className={classes.mark}>
        <PlatformMark platform={platform} />
      </span>
    )
  );
}
