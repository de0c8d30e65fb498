import { useEffect, useEffectEvent } from 'react';

/** Steps that the browser's back button takes back before it leaves the page, outermost first. */
type Steps = { accountSteps?: readonly number[] } | null;

/** Names of this page's steps, which no other page has: what a reload leaves in the history is not taken for one of them. */
const made = new Set<number>();

/**
 * While `isActive`, the browser's back button calls `onBack` instead of leaving the page. The address stays; what is added to the history
 * is removed again when the step ends in another way.
 */
export function useBackButton(isActive: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isActive) return undefined;
    const step = Math.random();
    made.add(step);
    const isThere = () => stepsOf(history.state).includes(step);
    const before = stepsOf(history.state);
    // An entry that was made before the page was loaded anew is taken over: there would be one too many to go back by.
    const isLeft = before.length > 0 && !before.some((known) => made.has(known));
    const state = { ...history.state, accountSteps: isLeft ? [step] : [...before, step] };
    // Past the router, which would take it for another page.
    History.prototype[isLeft ? 'replaceState' : 'pushState'].call(history, state, '');
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
