import { Button } from '@mantine/core';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { fetchFile, share, SHARED_MAX_BYTES } from './share-file.ts';
import classes from './SavingHelp.module.css';

type Props = {
  title: string;
  /** Of the file. */
  href: string;
  sizeBytes: number | null;
  label: string;
  className?: string | undefined;
};

/** Gives a file to the share sheet of the device, once it is fetched; of one that is too large, its link. */
export function ShareWay({ title, href, sizeBytes, label, className }: Props) {
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
  return (
    <>
      {isTooLarge ? (
        <Button
          variant="default"
          size="compact-md"
          className={className}
          onClick={() => void send({ title, url: new URL(href, location.href).href }, null)}
        >
          {m.download_saving_share_link()}
        </Button>
      ) : (
        <Button
          variant="default"
          size="compact-md"
          className={className}
          aria-disabled={state === 'fetching'}
          onClick={() => state !== 'fetching' && void shareFile()}
        >
          {file ? m.download_saving_share_now() : state === 'fetching' ? m.download_saving_sharing() : label}
        </Button>
      )}
      <output className={`fine-print ${classes.said}`}>
        {state === 'refused'
          ? m.download_saving_refused()
          : sizeBytes !== null && isTooLarge && m.download_saving_too_large()}
      </output>
    </>
  );
}
