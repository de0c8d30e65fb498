import { Link } from '@tanstack/react-router';
import { platforms } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { type Locale, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ChangedFacts } from '#/model/facts.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { documentTitles, loadDocumentTitles } from '../../frame/document-list.ts';
import { PlatformMark } from '../../frame/PlatformMark.tsx';
import { LimitList } from './LimitList.tsx';
import { questionsOf } from './questions.ts';
import classes from './sections.module.css';

const NOT_POSSIBLE: Record<Platform, () => string> = {
  facebook: m.section_never_facebook,
  instagram: m.section_never_instagram,
  tiktok: m.section_never_tiktok,
  twitter: m.section_never_twitter,
  youtube: m.section_never_youtube,
};

/** Loads the texts of it, where the server has not written them into the page. */
export async function loadPlatformSections(locale: Locale): Promise<void> {
  await loadDocumentTitles(locale);
}

type Props = { platform: Platform; changedFacts: ChangedFacts };

/** What a platform page says below the form: what you get and within which limits, how to, questions, and the way back up. */
export function PlatformSections({ platform, changedFacts }: Props) {
  const { name } = platforms[platform];
  return (
    <>
      <section className={classes.section} aria-labelledby="get">
        <h2 id="get">{m.section_get_heading()}</h2>
        <ul className={classes.facts}>
          <li>{m.section_get_file()}</li>
          <li>{m.section_get_place()}</li>
          <li>{m.section_get_kept()}</li>
          <li>{NOT_POSSIBLE[platform]()}</li>
          <li>{m.section_get_never()}</li>
        </ul>
      </section>
      <LimitList platform={platform} changedFacts={changedFacts} />
      <section className={classes.section} aria-labelledby="how">
        <h2 id="how">{m.section_how_heading()}</h2>
        <div className={classes.columns}>
          <Steps
            title={m.section_how_android()}
            steps={[m.section_how_android_1({ platform: name }), m.section_how_android_2(), m.section_how_android_3()]}
          />
          <Steps
            title={m.section_how_iphone()}
            steps={[m.section_how_iphone_1({ platform: name }), m.section_how_iphone_2(), m.section_how_iphone_3()]}
          />
          <Steps
            title={m.section_how_computer()}
            steps={[m.section_how_computer_1(), m.section_how_computer_2(), m.section_how_computer_3()]}
          />
        </div>
      </section>
      <section className={classes.section} aria-labelledby="questions">
        <h2 id="questions">{m.section_faq_heading()}</h2>
        {questionsOf(platform).map(({ question, answer }) => (
          <details key={question} className={classes.question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
      <Resources platform={platform} />
      <section className={classes.section} aria-labelledby="others">
        <h2 id="others">{m.section_other_heading()}</h2>
        <OtherPlatforms except={platform} />
        <p className={classes.back}>
          <a href="#download">{m.section_back()}</a>
        </p>
      </section>
    </>
  );
}

/** What else there is to read. */
function Resources({ platform }: { platform: Platform }) {
  const locale = currentLocale();
  const titles = documentTitles(locale);
  const documents = [`how-to-${platform}`, 'formats', 'errors', 'supported-links', 'limits', 'install'] as const;
  const pages = [
    ...documents.flatMap((slug) => (titles[slug] === undefined ? [] : [[slug, titles[slug]] as const])),
    ['status', m.section_status()],
    ['api', m.section_api()],
  ] as const;
  return (
    <section className={classes.section} aria-labelledby="more">
      <h2 id="more">{m.section_more_heading()}</h2>
      <ul className={classes.platforms}>
        {pages.map(([slug, title]) => (
          <li key={slug}>
            <a href={localizePath(`/${slug}`, locale)} className={classes.platform}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ title, steps }: { title: string; steps: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

/** The platforms as large links. */
export function OtherPlatforms({ except }: { except?: Platform }) {
  return (
    <ul className={classes.platforms}>
      {PLATFORMS.filter((platform) => platform !== except).map((platform) => (
        <li key={platform}>
          <Link to="/{-$lang}/$platform" params={(before) => ({ ...before, platform })} className={classes.platform}>
            <PlatformMark platform={platform} />
            {platforms[platform].name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
