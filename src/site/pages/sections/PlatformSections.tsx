import { platforms } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { gapAfter } from '#/language/format.ts';
import { type Locale, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ChangedFacts } from '#/model/facts.ts';
import type { Platform } from '#/model/platform.ts';
import { documentTitles, loadDocumentTitles } from '../../documents/document-list.ts';
import { HowTo } from './HowTo.tsx';
import { Icon } from './Icon.tsx';
import { OtherPlatforms } from './OtherPlatforms.tsx';
import { questionsOf } from './questions.ts';
import classes from './sections.module.css';

/** Loads the texts of it, where the server has not written them into the page. */
export async function loadPlatformSections(locale: Locale): Promise<void> {
  await loadDocumentTitles(locale);
}

type Props = { platform: Platform; changedFacts: ChangedFacts };

/** What a platform page says below the form: three facts, how to, questions, the other platforms, what else there is to read, and the way back up. */
export function PlatformSections({ platform, changedFacts }: Props) {
  const facts = [
    ['ads', m.section_trust_ads(), m.section_why_no_ads()],
    ['sizes', m.section_trust_sizes(), m.section_original_file()],
    ['files', m.section_trust_files(), m.section_why_complete()],
  ] as const;
  return (
    <>
      <ul className={classes.facts}>
        {facts.map(([icon, title, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={classes.halves}>
        <HowTo platform={platforms[platform].name} />
        <section aria-labelledby="questions">
          <h2 id="questions">{m.section_faq_heading()}</h2>
          {questionsOf(platform, changedFacts).map(({ question, answer, more }, index) => (
            <details key={question} className={classes.question} open={index === 0}>
              <summary className="chevron">{question}</summary>
              <p>
                {answer}
                {more && (
                  <>
                    {gapAfter(answer)}
                    <a href={localizePath(`/${more}`, currentLocale())}>{documentTitles(currentLocale())[more]}</a>
                  </>
                )}
              </p>
            </details>
          ))}
        </section>
        <div className={classes.ways}>
          <section aria-labelledby="others">
            <h2 id="others">{m.section_other_heading()}</h2>
            <OtherPlatforms except={platform} />
          </section>
          <Resources platform={platform} />
        </div>
      </div>
    </>
  );
}

/** What else there is to read. */
function Resources({ platform }: { platform: Platform }) {
  const locale = currentLocale();
  const titles = documentTitles(locale);
  const documents = [`how-to-${platform}`, 'formats', 'errors', 'supported-links', 'install'] as const;
  const pages = documents.flatMap((slug) => (titles[slug] === undefined ? [] : [[slug, titles[slug]] as const]));
  return (
    <section aria-labelledby="more">
      <h2 id="more">{m.section_more_heading()}</h2>
      <ul className={classes.more}>
        {pages.map(([slug, title]) => (
          <li key={slug}>
            <a href={localizePath(`/${slug}`, locale)}>{title}</a>
          </li>
        ))}
        <li>
          <a href="#download">{m.section_paste_link()}</a>
        </li>
      </ul>
    </section>
  );
}
