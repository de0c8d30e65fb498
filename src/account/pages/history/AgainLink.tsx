import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { formatBytes } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { DownloadRecord } from '#/model/download.ts';
import { isPlainClick } from '#/site/browser/plain-click.ts';
import { wantedAgain } from '../../account-events.ts';
import { fileFacts } from './file-facts.ts';
import { FormLink } from './FormLink.tsx';
import { modeOf } from './mode-of.ts';

/**
 * Has the same file of the same link fetched once more, and leads to where that is to be seen. In another tab, or where the queue is not
 * there, the same link opens the form with the link in it.
 */
export function AgainLink({ download, link }: { download: DownloadRecord; link: string }) {
  const navigate = useNavigate();
  const { platform, title, formatId, isKept } = download;
  const mode = modeOf(formatId);
  const begin = (event: MouseEvent) => {
    if (!isPlainClick(event) || formatId === null || wantedAgain.count() === 0) return;
    event.preventDefault();
    wantedAgain.emit({ link, platform, mode, formatId, summary: summaryOf(download), isKept });
    if (platform === null) void navigate({ to: '/{-$lang}', search: {} });
    else void navigate({ to: '/{-$lang}/$platform', params: (before) => ({ ...before, platform }), search: {} });
  };
  return (
    <FormLink
      {...{ platform, link, mode }}
      label={m.account_named({ action: m.account_history_again(), name: title })}
      onClick={begin}
    >
      {m.account_history_again()}
    </FormLink>
  );
}

function summaryOf({ fileName, totalBytes }: DownloadRecord): string {
  const { container, quality } = fileFacts(fileName);
  return [container, quality, totalBytes !== null && formatBytes(totalBytes)].filter(Boolean).join(' · ');
}
