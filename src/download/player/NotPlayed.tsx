import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import { isOf, mayTryAgain } from '#/model/failure-codes.ts';
import type { Failure } from '#/model/failure.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';

type Props = {
  /** null: the browser cannot play it. */
  failure: Failure | null;
  /** It is to be tried again. */
  onAgain: () => void;
  /** The post's links no longer work: it is to be read again. */
  onOutdated: () => void;
};

/** In the place of a film that does not play: why, and what helps. */
export function NotPlayed({ failure, onAgain, onOutdated }: Props) {
  if (!failure) return <output>{m.download_preview_impossible()}</output>;
  const { code } = failure;
  return (
    <FailureNote
      failure={failure}
      // The usual advice is on a file that was not saved.
      advice={code === 'transfer_broken' && <></>}
      actions={
        mayTryAgain(code) && (
          <Button variant="default" onClick={isOf(code, 'anew') ? onOutdated : onAgain}>
            {m.download_retry()}
          </Button>
        )
      }
    />
  );
}
