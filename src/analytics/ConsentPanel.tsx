import { useEffect, useEffectEvent, useRef } from 'react';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { useElementId } from '#/site/browser/element-id.ts';
import type { ConsentChoice } from './consent.ts';
import classes from './ConsentPanel.module.css';

type Props = {
  /** What holds until now; null: the visitor has not chosen. */
  choice: ConsentChoice | null;
  /** Why it is shown: to ask, because the visitor wants to change it, or to say that nothing is sent any more. */
  reason: 'ask' | 'change' | 'stopped';
  /** The browser refuses by itself. */
  isRefusedByBrowser: boolean;
  onChoose: (choice: ConsentChoice) => void;
  onClose: () => void;
};

/** Asks whether visits may be counted. It is not modal, and both answers look the same. */
export function ConsentPanel({ choice, reason, isRefusedByBrowser, onChoose, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  const title = useElementId();
  const isAsking = reason === 'ask' && choice === null;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // Whoever is asked while they do something else goes on with it.
    if (isAsking) return;
    panel.current?.focus({ preventScroll: true });
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    const element = panel.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [isAsking]);
  return (
    <section ref={panel} className={classes.panel} aria-labelledby={title} tabIndex={-1}>
      <div className={classes.text}>
        <h2 id={title} className={classes.title}>
          {m.analytics_title()}
        </h2>
        <p>{reason === 'stopped' ? m.analytics_stopped() : m.analytics_text()}</p>
        {reason === 'change' && <p>{isRefusedByBrowser ? m.analytics_refused_by_browser() : said(choice)}</p>}
        <a className={classes.more} href={localizePath('/cookies', currentLocale())}>
          {m.analytics_more()}
        </a>
      </div>
      <div className={classes.answers}>
        {reason !== 'stopped' && !isRefusedByBrowser && (
          <>
            <button type="button" className={classes.answer} onClick={() => onChoose('refused')}>
              {m.analytics_refuse()}
            </button>
            <button type="button" className={classes.answer} onClick={() => onChoose('allowed')}>
              {m.analytics_allow()}
            </button>
          </>
        )}
        {!isAsking && (
          <button type="button" className={classes.answer} onClick={onClose}>
            {m.analytics_close()}
          </button>
        )}
      </div>
    </section>
  );
}

function said(choice: ConsentChoice | null): string {
  if (choice === null) return '';
  return choice === 'allowed' ? m.analytics_is_allowed() : m.analytics_is_refused();
}
