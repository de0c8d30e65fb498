import { useHydrated } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';

/**
 * Whether what a component shows may differ from what the server made: not while React takes over the page's elements. What is shown from
 * then on is rendered in slices, between which the visitor is answered.
 */
export function useTakenOver(): boolean {
  const [isTakenOver, setTakenOver] = useState(useHydrated());
  useEffect(() => startTransition(() => setTakenOver(true)), []);
  return isTakenOver;
}
