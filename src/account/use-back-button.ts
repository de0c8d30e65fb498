import { useEffect, useEffectEvent } from 'react';

/** Steps that the browser's back button takes back before it leaves the page, outermost first. */
type Steps = { accountSteps?: readonly number[] } | null;

let made = 0;

/**
 * While `isActive`, the browser's back button calls `onBack` instead of leaving the page. The address stays; what is added to the history
 * is removed again when the step ends in another way.
 */
export function useBackButton(isActive: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isActive) return undefined;
    const step = ++made;
    const isThere = () => stepsOf(history.state).includes(step);
    const state = { ...history.state, accountSteps: [...stepsOf(history.state), step] };
    // Past the router, which would take it for another page.
    History.prototype.pushState.call(history, state, '');
    const stop = new AbortController();
    addEventListener('popstate', () => isThere() || (stop.abort(), back()), { signal: stop.signal });
    return () => {
      const wasTakenBack = stop.signal.aborted;
      stop.abort();
      if (!wasTakenBack && isThere()) history.back();
    };
  }, [isActive]);
}

function stepsOf(state: Steps): readonly number[] {
  return state?.accountSteps ?? [];
}
