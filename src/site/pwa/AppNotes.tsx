import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { recall, remember } from '../browser/local-storage.ts';
import { useIsOnline } from '../browser/use-is-online.ts';
import { onInstallOffer } from './install-offer.ts';
import { keepApp } from './keep-app.ts';
import classes from './AppNotes.module.css';

type Deed = { act: () => void } | null;

/** Where it is noted that a visitor does not want the app. */
const REFUSED_KEY = 'clipferry-install';

/**
 * What there is to say of the site as an app: no connection, a newer version, that it can be installed. Nothing until there is something.
 * @param onReload called before the page is loaded anew for a newer version, to have what only this page knows go along
 */
export function AppNotes({ onReload }: { onReload: () => void }) {
  const isOnline = useIsOnline();
  const [update, setUpdate] = useState<Deed>(null);
  const [install, setInstall] = useState<Deed>(null);
  useEffect(() => keepApp({ onUpdate: (agree) => setUpdate({ act: agree }), onReload }), [onReload]);
  useEffect(
    () => onInstallOffer((offered) => setInstall(offered && recall(REFUSED_KEY) === null ? { act: offered } : null)),
    [],
  );
  return (
    <>
      {!isOnline && <OfflineNote />}
      {update && <UpdateNote onYes={update.act} onNo={() => setUpdate(null)} />}
      {install && (
        <InstallNote
          onYes={() => {
            setInstall(null);
            install.act();
          }}
          onNo={() => {
            setInstall(null);
            remember(REFUSED_KEY, 'no');
          }}
        />
      )}
    </>
  );
}

type AnswerProps = { onYes: () => void; onNo: () => void };

/** That there is no connection. Hidden by style where what failed for want of one says the same. */
export function OfflineNote() {
  return <Note text={m.section_offline_now()} kind="offline" />;
}

/** That a newer version is there, and is used from the next page on. */
export function UpdateNote(answers: AnswerProps) {
  return (
    <Note text={m.section_update_ready()}>
      <Answers yes={m.section_update_reload()} {...answers} />
    </Note>
  );
}

/** That the site can be installed as an app. */
export function InstallNote(answers: AnswerProps) {
  return (
    <Note text={m.section_install_offer({ name: app.name })}>
      <Answers yes={m.section_install()} {...answers} />
    </Note>
  );
}

function Note({ text, kind, children }: { text: string; kind?: 'offline'; children?: ReactNode }) {
  return (
    <div className={`notice cluster ${classes.note}`} data-note={kind}>
      <output className={classes.text}>{text}</output>
      {children}
    </div>
  );
}

function Answers({ yes, onYes, onNo }: AnswerProps & { yes: string }) {
  return (
    <span className={classes.answers}>
      <Button size="compact-md" className={classes.answer} variant="default" onClick={onYes}>
        {yes}
      </Button>
      <Button size="compact-md" className={classes.answer} variant="subtle" onClick={onNo}>
        {m.section_not_now()}
      </Button>
    </span>
  );
}
