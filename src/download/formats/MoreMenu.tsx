import { useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Format } from '#/model/media/media.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import { writeClipboard } from '#/site/browser/clipboard.ts';
import type { OnDownload } from './FileButton.tsx';
import { isKeepable } from './offer.ts';
import type { Download } from '../transfers/transfer-state.ts';
import menu from './Menu.module.css';
import classes from './FormatTable.module.css';

type Props = {
  format: Format;
  download: Download;
  /** Of the file. */
  href: string | undefined;
  onDownload: OnDownload;
};

/** What few do with a format: copy its link, have it made and kept by the server first. */
export function MoreMenu({ format, download, href, onDownload }: Props) {
  const id = useElementId();
  const root = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => setCopied(await writeClipboard(new URL(href ?? '', location.href).href));
  const keep = () => {
    root.current?.hidePopover();
    onDownload({ ...download, kept: 'file' });
  };
  return (
    <span className={menu.anchor}>
      <button
        type="button"
        popoverTarget={id}
        className={`${classes.icon} ${menu.opener}`}
        aria-label={m.download_more_named({ format: download.summary })}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h.01M8 8h.01M13 8h.01" className={classes.dots} />
        </svg>
      </button>
      <div
        ref={root}
        id={id}
        popover="auto"
        className={`${menu.menu} ${menu.small}`}
        onToggle={({ newState }) => newState === 'open' && setCopied(false)}
      >
        <ul className={menu.list}>
          <li>
            <button type="button" className={`${menu.entry} ${menu.plain}`} onClick={() => void copy()}>
              {isCopied ? m.download_copied() : m.download_copy_link()}
            </button>
          </li>
          {isKeepable(format) && (
            <li>
              <button
                type="button"
                className={`${menu.entry} ${menu.plain}`}
                onClick={keep}
                aria-label={m.download_prepare_named({ format: download.summary })}
              >
                {m.download_prepare()}
              </button>
            </li>
          )}
        </ul>
      </div>
    </span>
  );
}
