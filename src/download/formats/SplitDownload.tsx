import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import type { Resolved } from '#/model/download.ts';
import { m } from '#/language/paraglide/messages.js';
import { isPlainClick } from '#/site/browser/plain-click.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import { Sign } from '#/site/components/Sign.tsx';
import type { CommonFile } from './common-files.ts';
import { FileButton, type OnDownload } from './FileButton.tsx';
import { useHref } from './link-query.ts';
import menu from './Menu.module.css';
import classes from './SplitDownload.module.css';

type Props = {
  links: Resolved['links'];
  /** What to pick from, the picked one among them. */
  files: readonly CommonFile[];
  file: CommonFile;
  /** One is picked in the menu, which also begins it. */
  onPick: (file: CommonFile) => void;
  onDownload: OnDownload;
  /** In the place of the button while the file is on its way. */
  running?: ReactNode;
  /** Whether it is what leads on: not beside a button for all, nor once the file is had. */
  isPrimary?: boolean;
};

/**
 * The file most want as a button that says how large it is, and before it, in a menu, the others that many want: any of them is two
 * presses away. The browser opens and closes the menu, and all in it are links, so it works where no script runs.
 */
export function SplitDownload({ links, files, file, onPick, onDownload, running, isPrimary = true }: Props) {
  const id = useElementId();
  const { title, name, size, download } = file;
  return (
    <div className={`${classes.split} ${menu.anchor}`} data-running={running ? true : undefined}>
      {files.length > 1 && (
        <button
          type="button"
          popoverTarget={id}
          className={`${classes.picker} ${menu.opener}`}
          aria-label={m.download_pick_named({ format: name })}
        >
          <span className={classes.picked}>{name}</span>
          <Sign name="down" />
        </button>
      )}
      {running ?? (
        <FileButton
          {...{ links, download, onDownload }}
          variant={isPrimary ? 'filled' : 'default'}
          className={`wrapping ${classes.primary}`}
        >
          <span>
            {m.download_format()} <span className="spoken">{title}</span>{' '}
            {size && (
              <>
                <span className={classes.dot}>·</span> <span className={classes.size}>{size}</span>
              </>
            )}
          </span>
        </FileButton>
      )}
      {files.length > 1 && <Menu id={id} {...{ links, files, file, onPick }} />}
    </div>
  );
}

type MenuProps = Pick<Props, 'links' | 'files' | 'file' | 'onPick'> & { id: string };

/** Everything that many want, as links. Arrows go from one to the next, as in every menu. */
function Menu({ id, links, files, file, onPick }: MenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const href = useHref(links);
  const pick = (event: MouseEvent, picked: CommonFile) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    root.current?.hidePopover();
    onPick(picked);
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    const entries = [...(root.current?.querySelectorAll('a') ?? [])];
    const place = entries.findIndex((entry) => entry === document.activeElement);
    event.preventDefault();
    focusEntry(root.current, entries.at((place + by) % entries.length));
  };
  return (
    <div
      ref={root}
      id={id}
      popover="auto"
      className={menu.menu}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open') focusEntry(currentTarget, currentTarget.querySelector<HTMLElement>('[aria-current]'));
      }}
    >
      <p id={`${id}h`} className={`fine-print ${menu.heading}`}>
        {m.download_pick_heading()}
      </p>
      <ul className={menu.list} aria-labelledby={`${id}h`}>
        {files.map((one) => (
          <li key={one.download.summary} data-kind={one.format.kind}>
            <a
              href={href(one.download.formatId, one.download.query)}
              download
              className={menu.entry}
              aria-current={one === file ? 'true' : undefined}
              onKeyDown={step}
              onClick={(event) => pick(event, one)}
            >
              <span className={menu.name}>{one.name}</span>
              <span className={`fine-print ${menu.detail}`}>
                {one.detail}
                {one.format.compatibility === 'modern' && ` · ${m.download_works_on_newer()}`}
                {one.isOffered && ` · ${m.download_pick_recommended()}`}
              </span>
              <span className={menu.size}>{one.size}</span>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M8 2.5v8m-3-3 3 3 3-3M3 13.5h10" />
              </svg>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** By itself a browser would scroll the page for an entry, and move the menu under the pointer, though that stands whole over the page. */
function focusEntry(popover: HTMLElement | null, entry: HTMLElement | null | undefined): void {
  if (!popover || !entry) return;
  entry.focus({ preventScroll: true });
  popover.scrollTop = entry.offsetTop + (entry.offsetHeight - popover.clientHeight) / 2;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
