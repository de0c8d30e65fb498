import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { writeClipboard } from '#/site/browser/clipboard.ts';
import { type SavingTrouble, savingTrouble } from './saving-trouble.ts';
import { canShare, fetchFile, share, SHARED_MAX_BYTES } from './share-file.ts';
import classes from './SavingHelp.module.css';

type Props = {
  title: string;
  /** Of the file. */
  href: string;
  sizeBytes: number | null;
};

/**
 * What to do when the browser does not save a file: once more directly, by the share sheet of the device, by its link in another browser.
 * Open by itself where that is to be expected.
 */
export function SavingHelp({ title, href, sizeBytes }: Props) {
  const [trouble] = useState(() => savingTrouble(navigator));
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLSpanElement>(null);
  const address = new URL(href, location.href).href;
  const copy = async () => {
    const isWritten = await writeClipboard(address);
    setCopied(isWritten);
    // What is selected can be copied by hand.
    if (!isWritten && shown.current) getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <details className={classes.help} open={trouble !== null}>
      <summary className={classes.summary}>{m.download_not_saving()}</summary>
      <p className={classes.reason}>{reasonOf(trouble)}</p>
      <ol className={classes.ways}>
        <li>
          <Button component="a" href={href} download variant="default" size="compact-md" className={classes.way}>
            {m.download_saving_direct()}
          </Button>
        </li>
        {canShare() && (
          <li>
            <ShareWay {...{ title, href, address, sizeBytes }} />
          </li>
        )}
        <li>
          <Button variant="default" size="compact-md" className={classes.way} onClick={() => void copy()}>
            {isCopied ? m.download_copied() : m.download_copy_link()}
          </Button>
          <span ref={shown} className={classes.address}>
            {address}
          </span>
        </li>
      </ol>
    </details>
  );
}

function ShareWay({ title, href, address, sizeBytes }: Props & { address: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<'idle' | 'fetching' | 'refused'>('idle');
  const isTooLarge = sizeBytes === null || sizeBytes > SHARED_MAX_BYTES;
  const send = async (what: ShareData, fetched: File | null) => {
    const outcome = await share(what);
    setFile(outcome === 'unasked' ? fetched : null);
    setState(outcome === 'refused' || (outcome === 'unasked' && !fetched) ? 'refused' : 'idle');
  };
  const shareFile = async () => {
    if (file) return send({ files: [file] }, null);
    setState('fetching');
    const fetched = await fetchFile(href, title);
    if (fetched) await send({ files: [fetched] }, fetched);
    else setState('refused');
  };
  const label = {
    idle: m.download_saving_share(),
    fetching: m.download_saving_sharing(),
    refused: m.download_saving_share(),
  };
  return (
    <>
      {isTooLarge ? (
        <Button
          variant="default"
          size="compact-md"
          className={classes.way}
          onClick={() => void send({ title, url: address }, null)}
        >
          {m.download_saving_share_link()}
        </Button>
      ) : (
        <Button
          variant="default"
          size="compact-md"
          className={classes.way}
          aria-disabled={state === 'fetching'}
          onClick={() => state !== 'fetching' && void shareFile()}
        >
          {file ? m.download_saving_share_now() : label[state]}
        </Button>
      )}
      <output className={classes.said}>
        {state === 'refused'
          ? m.download_saving_refused()
          : sizeBytes !== null && isTooLarge && m.download_saving_too_large()}
      </output>
    </>
  );
}

function reasonOf(trouble: SavingTrouble | null): string {
  if (trouble === null) return m.download_saving_other();
  if (trouble.kind === 'homeScreen') return m.download_saving_app();
  return trouble.name === null ? m.download_saving_view() : m.download_saving_named({ app: trouble.name });
}
