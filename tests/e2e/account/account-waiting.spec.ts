import { section, siteTexts, test } from './account-pages.ts';
import { expect } from '../test.ts';
import { messagesTo, signIn } from '../accounts.ts';

test.use({ siteEnv: { WATCH_PAUSE_SECONDS: '1' } });

const LINK = 'https://www.youtube.com/watch?v=Premiere401';
const TITLE = 'Replica video Premiere401';
const PAGE = `/fr/youtube?${new URLSearchParams({ u: LINK })}`;

test('who waits for a premiere is told on the page and by mail when it is there, and its card is read again by itself', async ({
  page,
  person,
  site,
}) => {
  const text = await siteTexts('fr');
  const startsAt = new Date(Date.now() + 3 * 3_600_000);
  site.knobs.premiereAt = startsAt.toISOString();
  await page.goto(PAGE);
  const card = page.locator('article[data-state="failed"]');
  await expect(card).toContainText(TITLE);
  await expect(card.locator('time')).toHaveAttribute('datetime', `${startsAt.toISOString().slice(0, 19)}.000Z`);
  await expect(card.locator('time')).toContainText('dans 3 heures');
  await expect(card.getByRole('link', { name: text('watch_sign_in') })).toHaveAttribute('href', '/fr/account');

  await signIn(page, person, '/fr/account');
  const waited = section(page, text('watch_heading'));
  await expect(waited).toContainText(text('watch_empty_text'));
  site.knobs.premiereAt = new Date(Date.now() - 60_000).toISOString();
  // What is announced is not tried again before it begins: who has heard that it came earlier asks anew.
  await page.goto('/fr/youtube');
  await expect(card.getByRole('button', { name: text('download_retry') })).toHaveCount(0);
  await card.getByRole('button', { name: text('download_remove') }).click();
  await page.goto(PAGE);
  await expect(card.locator('time')).toContainText('Le début était prévu');
  await card.getByRole('button', { name: text('watch_ask') }).click();
  await expect(card).toContainText(text('watch_asked'));
  await expect(card).not.toContainText(text('failure_live_upcoming_advice'));

  site.knobs.isPremiereOver = true;
  const notice = page.getByRole('complementary', { name: text('watch_notes_label') });
  await expect(notice).toContainText(text('watch_ready', { title: TITLE }));
  await expect(notice.getByRole('link')).toHaveAttribute('href', PAGE);
  await expect(page.locator('article[data-state="ready"]').first()).toContainText(TITLE);
  await expect
    .poll(async () => (await messagesTo(site, person.email)).map(({ subject }) => subject))
    .toEqual([`Prêt à télécharger\u00a0: ${TITLE}`]);

  await page.goto('/fr/account');
  await expect(waited).toContainText(text('watch_state_ready'));
  await notice.getByRole('button').click();
  await expect(notice).toBeHidden();
  await expect(waited).toContainText(text('watch_empty_text'));
});
