import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { createServerPart } from '#/site/serving/server-part.tsx';
import { seemsSignedIn } from './session/bearer.ts';
// What stays as the server made it still needs its styles.
import './AccountButton.module.css';

const Link = createServerPart<object>(async () => (await import('./AccountLink.tsx')).AccountLink);

/** Has its link there before the page speaks another language. */
export const preloadAccountButton = () => Link.preload();

type Dialog = ComponentType<{ onClose: () => void }>;

/** A link to the account; who is not signed in yet does so right here, in a dialog that is loaded by the click. */
export function AccountButton() {
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (seemsSignedIn()) void navigate({ to: '/{-$lang}/account' });
    else void import('./AccountDialog.tsx').then(({ AccountDialog }) => setDialog(() => AccountDialog));
  };
  return (
    <>
      <span onClickCapture={open}>
        <Link />
      </span>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  );
}
