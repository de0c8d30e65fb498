import { useState } from 'react';

type FormKey = { key: number; noteSaved: (settled: unknown) => void };

/**
 * The key of a form over what is settled at the server, which is asked for again while the form is filled in. What was saved by the form is
 * its own, so it stays, with what it says of that; what somebody else has settled meanwhile is shown by a new one, which does not send back
 * what was there before. `noteSaved`: the form has saved this, which the server tells from now on.
 */
export function useFormKey(settled: unknown): FormKey {
  const text = JSON.stringify(settled);
  const [shown, setShown] = useState<{ key: number; text: string; own: string | null }>({ key: 0, text, own: null });
  const isOwn = text === shown.own;
  const key = text === shown.text || isOwn ? shown.key : shown.key + 1;
  if (text !== shown.text) setShown({ key, text, own: null });
  const noteSaved = (saved: unknown) => setShown((now) => ({ ...now, own: JSON.stringify(saved) }));
  return { key, noteSaved };
}
