import { formatDateTime } from '#/language/format.ts';
import type { Platform } from '#/model/platform.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import classes from './Cells.module.css';

/** An instant where the visitor is; a dash where there was none. */
export function Time({ at }: { at: string | null }) {
  return at === null ? '–' : <time dateTime={at}>{formatDateTime(at)}</time>;
}

/** What only machines remember. */
export function Id({ children }: { children: string }) {
  return (
    <code className={`fine-print ${classes.id}`} translate="no">
      {children}
    </code>
  );
}

/** An address elsewhere. */
export function SourceLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className={classes.link}>
      <bdi>{url}</bdi>
    </a>
  );
}

/** What something is called, with the sign of its platform. */
export function Named({ platform, children }: { platform: Platform | null; children: string }) {
  return (
    <span className={classes.named}>
      {platform && <PlatformMark platform={platform} />}
      <bdi>{children}</bdi>
    </span>
  );
}
