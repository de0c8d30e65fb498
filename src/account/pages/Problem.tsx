import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { remoteErrorText } from '../texts/remote-error-text.ts';
import { Refusal, RemoteRefusal } from './refusal.ts';
import classes from './parts.module.css';

/** Why a query or mutation came to nothing, and, where another try makes sense, the button for it. Shows nothing where there is no error. */
export function Problem({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  const again = onRetry && (
    <Button variant="default" size="compact-md" onClick={onRetry}>
      {m.download_retry()}
    </Button>
  );
  if (error instanceof Refusal) return <FailureNote failure={error.failure} actions={again} />;
  if (!(error instanceof RemoteRefusal)) return null;
  return (
    <div role="alert" className={`notice edged ${classes.problem}`}>
      <p>{remoteErrorText(error.error.code)}</p>
      {again}
    </div>
  );
}
