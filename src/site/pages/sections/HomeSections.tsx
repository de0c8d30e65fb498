import { m } from '#/language/paraglide/messages.js';
import { Demo } from './Demo.tsx';
import { Icon } from './Icon.tsx';
import { OtherPlatforms } from './OtherPlatforms.tsx';
import classes from './sections.module.css';
import { Trust } from './Trust.tsx';

/** What the home page says below the form: why it can be trusted, how it works, what is different here, and the platforms. */
export function HomeSections() {
  const reasons = [
    ['sizes', m.section_why_size_t(), m.section_why_size()],
    ['files', m.section_why_complete_t(), m.section_why_complete()],
    ['ads', m.section_why_no_ads_t(), m.section_why_no_ads()],
    ['everyone', m.section_why_everyone_t(), m.section_why_everyone()],
  ] as const;
  return (
    <>
      <Trust />
      <Demo />
      <section className={classes.section} aria-labelledby="why">
        <h2 id="why">{m.section_why_heading()}</h2>
        <ul className={classes.facts} data-four>
          {reasons.map(([icon, title, text]) => (
            <li key={icon}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.section} aria-labelledby="platforms">
        <h2 id="platforms">{m.site_nav_platforms()}</h2>
        <OtherPlatforms />
      </section>
    </>
  );
}
