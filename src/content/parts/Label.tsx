import { LABELS } from './labels.ts';

/** What a button, a choice or a heading of the site is called, in the page's language. */
export function Label({ of }: { of: keyof typeof LABELS }) {
  return <strong>{LABELS[of]()}</strong>;
}
