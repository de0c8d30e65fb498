import type { Platform } from '#/model/platform.ts';
import type { Mode } from '../form/mode.ts';
import type { KnownAnswers } from './page-links.ts';

export type DownloadPanelProps = {
  platform?: Platform | undefined;
  /** The page's `?u=`: links that were read while the page was made. */
  text?: string | undefined;
  mode?: Mode | undefined;
  /** What was read of those links. */
  known: KnownAnswers;
};
