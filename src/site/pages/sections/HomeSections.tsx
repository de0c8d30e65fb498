import { m } from '#/language/paraglide/messages.js';
import { OtherPlatforms } from './PlatformSections.tsx';
import classes from './sections.module.css';

/** What the home page says below the form: the platforms, and what is different here. */
export function HomeSections() {
  const reasons = [
    [m.section_why_size_t(), m.section_why_size()],
    [m.section_why_whole_t(), m.section_why_whole()],
    [m.section_why_quiet_t(), m.section_why_quiet()],
    [m.section_why_everyone_t(), m.section_why_everyone()],
  ] as const;
  return (
    <>
      <section className={classes.section} aria-labelledby="platforms">
        <h2 id="platforms">{m.site_nav_platforms()}</h2>
        <OtherPlatforms />
      </section>
      <section className={classes.section} aria-labelledby="why">
        <h2 id="why">{m.section_why_heading()}</h2>
        <div className={classes.columns} data-two>
          {reasons.map(([title, text]) => (
            <div key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}
