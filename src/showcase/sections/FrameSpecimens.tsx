import { AccountLink } from '#/account/AccountLink.tsx';
import { Choice } from '#/download/choices/Choice.tsx';
import { FileNamesChoice } from '#/download/choices/FileNamesChoice.tsx';
import { QualityChoice } from '#/download/choices/QualityChoice.tsx';
import { m } from '#/language/paraglide/messages.js';
import { Hero } from '#/site/frame/Hero.tsx';
import { LanguageMenu } from '#/site/frame/LanguageMenu.tsx';
import { ThemeChoice } from '#/site/theme/ThemeChoice.tsx';
import { HowTo } from '#/site/pages/sections/HowTo.tsx';
import { Trust } from '#/site/pages/sections/Trust.tsx';
import { SpecimenGroup, Specimen } from '../Specimen.tsx';
import classes from '../showcase.module.css';

const nothing = () => {};

/** What stands around pages and on those of platforms, and choices of a few. */
export function FrameSpecimens() {
  return (
    <>
      <SpecimenGroup name="choices">
        <Specimen name="select">
          <Choice
            label={m.account_history_state()}
            options={[{ value: 'all', label: m.account_history_all() }]}
            value="all"
            onChoose={nothing}
          />
        </Specimen>
        <Specimen name="quality">
          <QualityChoice quality={null} onChoose={nothing} />
        </Specimen>
        <Specimen name="file names">
          <FileNamesChoice />
        </Specimen>
        <Specimen name="appearance">
          <ThemeChoice />
        </Specimen>
        <Specimen name="languages, open" isLoose>
          <LanguageMenu isOpen />
        </Specimen>
        <Specimen name="account">
          <AccountLink />
        </Specimen>
        <Specimen name="devices" isWide>
          <div className={classes.apart}>
            <HowTo platform="YouTube" />
          </div>
        </Specimen>
      </SpecimenGroup>
      <SpecimenGroup name="page">
        <Specimen name="hero" isWide>
          <Hero heading={m.site_home_heading()} intro={m.site_home_intro()} />
        </Specimen>
        <Specimen name="trust" isWide>
          <Trust />
        </Specimen>
      </SpecimenGroup>
    </>
  );
}
