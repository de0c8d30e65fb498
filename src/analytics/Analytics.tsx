import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#/language/paraglide/messages.js';
import classes from './ChoicesButton.module.css';
import { asksNotToBeTracked, type ConsentChoice, currentChoice, rememberChoice } from './consent.ts';
import { ConsentPanel } from './ConsentPanel.tsx';
import panelClasses from './ConsentPanel.module.css';

type Props = {
  /** Where the button stands by which a visitor comes back to the question: in the footer. */
  footer: HTMLElement;
  /** Whether the visitor has just withdrawn what they had allowed. */
  hasStopped: boolean;
  onChoose: (choice: ConsentChoice) => void;
};

/** The question whether visits may be counted, asked once, and the way back to it. */
export function Analytics({ footer, hasStopped, onChoose }: Props) {
  const [choice, setChoice] = useState(currentChoice);
  const [reason, setReason] = useState<'ask' | 'change' | 'stopped' | null>(() => {
    if (hasStopped) return 'stopped';
    return choice === null ? 'ask' : null;
  });
  const button = useRef<HTMLButtonElement>(null);
  const place = useRoomForPanel(reason);
  const close = () => {
    // From the question it asked by itself, the visitor goes back to where they were.
    if (reason !== 'ask') button.current?.focus();
    setReason(choice === null ? 'ask' : null);
  };
  return (
    <>
      {reason && (
        <div ref={place} className={panelClasses.room}>
          <ConsentPanel
            key={reason}
            choice={choice}
            reason={reason}
            isRefusedByBrowser={asksNotToBeTracked()}
            onClose={close}
            onChoose={(chosen) => {
              rememberChoice(chosen);
              setChoice(chosen);
              if (reason === 'change') button.current?.focus();
              setReason(null);
              onChoose(chosen);
            }}
          />
        </div>
      )}
      {createPortal(
        <button ref={button} type="button" className={classes.button} onClick={() => setReason('change')}>
          {m.analytics_choices()}
        </button>,
        footer,
      )}
    </>
  );
}

/**
 * Tells the page how much of its lower end the panel takes, so that it covers nothing that has the focus, nor the footer for good; and the
 * panel where the form ends, so that it never covers what the visitor has come for.
 * @param shown which panel there is: each reason has one of its own; null: none
 */
function useRoomForPanel(shown: string | null) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panel = place.current?.firstElementChild;
    if (shown === null || !panel) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const formEnd = document.querySelector('#download form')?.getBoundingClientRect().bottom;
      style.setProperty('--consent-start', `${formEnd === undefined ? 0 : formEnd + scrollY}px`);
      style.setProperty('--consent-block-size', `${panel.getBoundingClientRect().height}px`);
    });
    observer.observe(panel);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      for (const name of ['--consent-start', '--consent-block-size']) style.removeProperty(name);
    };
  }, [shown]);
  return place;
}
