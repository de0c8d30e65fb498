import { useCallback, useState } from 'react';
import type { AskStepUp, StepUp } from './with-step-up.ts';

/** Somebody is being asked. */
export type Asked = { wanted: StepUp; answer: (isDone: boolean) => void };

/** The question that is open, if one is, and how it is asked. */
export function useStepUp(): { asked: Asked | null; ask: AskStepUp } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback<AskStepUp>(
    (wanted) =>
      new Promise((resolve) => {
        const answer = (isDone: boolean): void => {
          setAsked(null);
          resolve(isDone);
        };
        setAsked({ wanted, answer });
      }),
    [],
  );
  return { asked, ask };
}
