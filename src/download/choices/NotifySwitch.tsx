import { useHydrated } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { notifyChoice, useChoice } from './choices.ts';
import { askToNotify, canNotify } from './notify.ts';
import classes from '../queue-view/QueueList.module.css';

/** Whether to be notified of what is done. The browser's question comes after a click only. Not there where a browser cannot. */
export function NotifySwitch() {
  const isHydrated = useHydrated();
  return isHydrated && <Switch />;
}

function Switch() {
  const isChosen = useChoice(notifyChoice) === 'yes';
  const [isPossible] = useState(canNotify);
  const [isRefused, setRefused] = useState(false);
  if (!isPossible) return null;
  const choose = async (isWanted: boolean) => {
    const isGranted = isWanted && (await askToNotify());
    setRefused(isWanted && !isGranted);
    notifyChoice.choose(isGranted ? 'yes' : null);
  };
  return (
    <label className={`fine-print ${classes.switch}`}>
      <input
        type="checkbox"
        checked={isChosen && Notification.permission === 'granted'}
        onChange={({ currentTarget }) => void choose(currentTarget.checked)}
      />
      <span>{isRefused ? m.download_notify_refused() : m.download_notify()}</span>
    </label>
  );
}
