import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { writeClipboard } from '#/site/browser/clipboard.ts';
import { type SavingTrouble, savingTrouble } from './saving-trouble.ts';
import { canShare } from './share-file.ts';
import { ShareWay } from './ShareWay.tsx';
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
      <summary className={`fine-print chevron ${classes.summary}`}>{m.download_not_saving()}</summary>
      <p className={classes.reason}>{reasonOf(trouble)}</p>
      <ol className={classes.ways}>
        <li>
          <Button component="a" href={href} download variant="default" size="compact-md">
            {m.download_saving_direct()}
          </Button>
        </li>
        {canShare() && (
          <li>
            <ShareWay {...{ title, href, sizeBytes }} label={m.download_saving_share()} />
          </li>
        )}
        <li>
          <Button variant="default" size="compact-md" onClick={() => void copy()}>
            {isCopied ? m.download_copied() : m.download_copy_link()}
          </Button>
          <span ref={shown} className={`fine-print ${classes.address}`}>
            {address}
          </span>
        </li>
      </ol>
    </details>
  );
}

function reasonOf(trouble: SavingTrouble | null): string {
  if (trouble === null) return m.download_saving_other();
  if (trouble.kind === 'homeScreen') return m.download_saving_app();
  return trouble.name === null ? m.download_saving_view() : m.download_saving_named({ app: trouble.name });
}
