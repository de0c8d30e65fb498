import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { Icon } from './Icon.tsx';
import classes from './sections.module.css';

/** What a visitor wants to know before pasting anything, in a line below the form. */
export function Trust() {
  return (
    <ul className={`secondary ${classes.trust}`} aria-label={m.section_trust({ name: app.name })}>
      <li>
        <Icon name="ads" />
        {m.section_trust_ads()}
      </li>
      <li>
        <Icon name="sizes" />
        {m.section_trust_sizes()}
      </li>
      <li>
        <Icon name="files" />
        {m.section_trust_files()}
      </li>
    </ul>
  );
}
