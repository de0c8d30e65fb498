import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import type { Format } from '#/model/media/media.ts';
import { isKeepable } from './offer.ts';
import type { OnDownload } from './FileButton.tsx';
import type { Download } from '../transfers/transfer-state.ts';
import classes from './FormatTable.module.css';

type Props = { format: Format; download: Download; onDownload: OnDownload };

/**
 * Has the server make a file first and keep it for a while, to be saved later. Suggested where a download would come without a length,
 * which cannot be paused; not offered of pictures and texts, which are there at once.
 */
export function KeepButton({ format, download, onDownload }: Props) {
  if (!isKeepable(format)) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      className={classes.keep}
      onClick={() => onDownload({ ...download, kept: 'file' })}
      aria-label={m.download_prepare_named({ format: download.summary })}
    >
      {m.download_prepare()}
    </Button>
  );
}
