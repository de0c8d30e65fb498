import { m } from '#/language/paraglide/messages.js';
import { Contact } from '../parts/small-parts.tsx';

/** Where a notice, or a counter-notice, is sent to. */
export function TakedownForm() {
  return (
    <p>
      {m.site_takedown()}: <Contact kind="takedown" />
    </p>
  );
}
