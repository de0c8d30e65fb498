import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { useElementId } from '#/site/browser/element-id.ts';
import { scrollBehavior } from '#/site/browser/scroll-behavior.ts';
import { AnotherLink } from '../form/AnotherLink.tsx';
import { deviceOf, downloadKeys, isForPhotos } from './device.ts';
import { SavingHelp } from './SavingHelp.tsx';
import { canShare } from './share-file.ts';
import { ShareWay } from './ShareWay.tsx';
import type { Transfer } from './transfer-state.ts';
import classes from './DoneLine.module.css';

type Props = {
  title: string;
  transfer: Transfer;
  /** Of its file; null: it is no more. */
  href: string | null;
};

/**
 * A file that has come: where it is, and what is next. Whoever has it on an iPhone is told how it comes to the photos, there and then:
 * browsers there save it where few look.
 */
export function DoneLine({ title, transfer: { fileName, summary, progress }, href }: Props) {
  const id = useElementId();
  const device = deviceOf(navigator);
  const isForLibrary = device === 'iphone' && isForPhotos(fileName ?? '');
  const [isWhereShown, setWhereShown] = useState(isForLibrary);
  const where = useRef<HTMLDivElement>(null);
  // A card is longer than the screen of a phone. What a page finds when it is opened does not move it.
  useEffect(() => {
    if (isForLibrary && navigator.userActivation?.hasBeenActive)
      where.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'nearest' });
  }, [isForLibrary]);
  const sizeBytes = progress?.file?.bytes ?? progress?.totalBytes ?? null;
  return (
    <div className={`notice ${classes.done}`} data-state="done">
      <div className={classes.line}>
        <svg viewBox="0 0 24 24" aria-hidden="true" className={classes.tick}>
          <circle cx="12" cy="12" r="10" />
          <path d="m7.5 12.5 3 3 6-6.5" pathLength="1" />
        </svg>
        <p className={classes.words}>
          <strong>{m.download_saved_in()}</strong> <span className={classes.dot}>·</span>{' '}
          <FileName name={fileName ?? summary} />
        </p>
      </div>
      <div className={`cluster ${classes.actions}`}>
        <Button
          variant="default"
          size="compact-md"
          className={classes.action}
          aria-expanded={isWhereShown}
          aria-controls={id}
          onClick={() => setWhereShown(!isWhereShown)}
        >
          {m.download_where()}
        </Button>
        {href !== null && canShare() && (
          <ShareWay {...{ title, href, sizeBytes }} label={m.download_share()} className={classes.action} />
        )}
        <AnotherLink size="compact-md" className={classes.action}>
          {m.download_another()}
        </AnotherLink>
      </div>
      <div ref={where} id={id} hidden={!isWhereShown} className={classes.where}>
        {device === 'iphone' ? (
          <ol>
            <li>{m.download_where_ios_open()}</li>
            {isForLibrary && <li>{m.download_where_ios_share()}</li>}
            {isForLibrary && <li>{m.download_where_ios_save()}</li>}
          </ol>
        ) : (
          <p>
            {device === 'android'
              ? m.download_where_android()
              : m.download_where_computer({ keys: downloadKeys(navigator) })}
          </p>
        )}
      </div>
      {href !== null && <SavingHelp {...{ title, href, sizeBytes }} />}
    </div>
  );
}

/** So many characters of a name say what kind of file it is, and which of several. */
const ENDING_CHARS = 16;

/** The name of a file. Where there is no room for all of it, its middle is left out: it ends in what tells it from others. */
function FileName({ name }: { name: string }) {
  const letters = Array.from(name);
  return (
    <bdi className={classes.name} title={name}>
      <span>{letters.slice(0, -ENDING_CHARS).join('')}</span>
      <span>{letters.slice(-ENDING_CHARS).join('')}</span>
    </bdi>
  );
}
