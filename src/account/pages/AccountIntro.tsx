import { m } from '#/language/paraglide/messages.js';
import { Hero } from '#/site/Hero.tsx';

/** What the account page says before it knows whose it is. */
export function AccountIntro() {
  return (
    <Hero heading={m.account_link()} intro={m.account_description()}>
      <noscript>
        <p>{m.account_no_script()}</p>
      </noscript>
    </Hero>
  );
}
