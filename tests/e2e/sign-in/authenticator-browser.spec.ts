import {
  authenticatorTexts,
  expect,
  expectSignedIn,
  fill,
  newInvited,
  newPerson,
  openDialog,
  PASSWORD,
  signIn,
  submitButton,
  submitSignIn,
  test,
} from '../accounts.ts';
import { expectProblem, expectRefused, expectScreen, expectSound, openIn, signOut, SPOKEN } from './authenticator.ts';
import { hydrated } from '../hydrated.ts';

test.use({ expectedStatuses: [400] });

test('signing in and out in one tab is seen in the other', async ({ page, context, site }) => {
  const person = await newPerson(site);
  const text = await openIn(page, 'en');
  const other = await context.newPage();
  await other.goto('/account');
  await expectScreen(other, text('sign_in_title'));
  await submitSignIn(page, person);
  await expectSignedIn(page, person.email);
  await expectSignedIn(other, person.email);
  await signOut(other, 'en');
  await expectScreen(other, text('sign_in_title'));
  await expectScreen(page, text('sign_in_title'));
});

test('a sign-in in another tab closes the dialog', async ({ page, context, site }) => {
  const person = await newPerson(site);
  await page.goto('/youtube');
  const dialog = await openDialog(page);
  const other = await context.newPage();
  await signIn(other, person);
  await expect(dialog).toBeHidden();
});

test('the back button goes from a later screen to the first, then closes the dialog, then leaves', async ({
  page,
  site,
}) => {
  const person = await newInvited(site);
  await page.goto('/tiktok');
  await page.goto('/youtube');
  const dialog = await openDialog(page);
  const text = await authenticatorTexts('en');
  await submitSignIn(dialog, person);
  await expectScreen(dialog, text('force_password_title'));
  await page.goBack();
  await expectScreen(dialog, text('sign_in_title'));
  await expect(dialog.locator('input[name="username"]')).toHaveValue(person.email);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/youtube$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/tiktok$/);
});

test('a page that was loaded anew on a later screen goes back by one step, and then leaves', async ({ page, site }) => {
  const person = await newInvited(site);
  await page.goto('/tiktok');
  const text = await openIn(page, 'en');
  await submitSignIn(page, person);
  await expectScreen(page, text('force_password_title'));
  await page.reload();
  await expectScreen(page, text('force_password_title'));
  await page.goBack();
  await expectScreen(page, text('sign_in_title'));
  await page.goBack();
  await expect(page).toHaveURL(/\/tiktok$/);
});

test('what is filled in stays when the site is read in another language, which the form then speaks', async ({
  page,
}) => {
  const text = await openIn(page, 'en');
  await page.getByRole('tab', { name: text('tab_sign_up') }).click();
  await fill(page, { email: 'ada@example.com', password: PASSWORD });
  const french = await authenticatorTexts('fr');
  await page.getByRole('banner').locator('summary', { hasText: 'English' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Français' }).click();
  await expectScreen(page, french('sign_up_title'));
  await expect(page.locator('input[name="email"]')).toHaveValue('ada@example.com');
  await expect(page.locator('input[name="password"]')).toHaveValue(PASSWORD);
});

test('the dialog has the focus inside, and closes by Escape and by its button', async ({ page }) => {
  await page.goto('/youtube');
  const dialog = await openDialog(page);
  await expect(dialog.locator('input[name="username"]')).toBeFocused();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openDialog(page);
  const text = await authenticatorTexts('en');
  await dialog.getByRole('button', { name: text('close'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/youtube$/);
});

test('the dialog says that it is looked up who is signed in', async ({ page }) => {
  const text = await authenticatorTexts('en');
  await page.goto('/youtube');
  await hydrated(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/_serverFn/**', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.locator('header a[href$="/account"]').click();
  await expect(page.getByRole('dialog').getByText(text('configuring'))).toBeVisible();
  answer.resolve();
  await expectScreen(page, text('sign_in_title'));
});

test('a slow service: the button says what is under way, and nothing is sent twice', async ({ page, site }) => {
  const person = await newPerson(site);
  const text = await openIn(page, 'en');
  let sent = 0;
  const answer = Promise.withResolvers<void>();
  await page.route('**/identity/', async (route) => {
    if (route.request().headers()['x-amz-target']?.endsWith('.InitiateAuth')) {
      sent += 1;
      await answer.promise;
    }
    await route.continue();
  });
  await submitSignIn(page, person);
  await expect(submitButton(page)).toHaveText(text('sign_in_pending'));
  await expect(submitButton(page)).toBeDisabled();
  await page.locator('input[name="password"]').press('Enter');
  await page.locator('input[name="password"]').press('Enter');
  answer.resolve();
  await expectSignedIn(page, person.email);
  expect(sent).toBe(1);
});

test('what is answered after its screen was left changes nothing', async ({ page, site }) => {
  const person = await newInvited(site);
  const text = await openIn(page, 'en');
  const answer = Promise.withResolvers<void>();
  await page.route('**/identity/', async (route) => {
    if (route.request().headers()['x-amz-target']?.endsWith('.InitiateAuth')) await answer.promise;
    await route.continue();
  });
  await submitSignIn(page, person);
  await page.getByRole('tab', { name: text('tab_sign_up') }).click();
  const answered = page.waitForResponse((response) =>
    Boolean(response.request().headers()['x-amz-target']?.endsWith('.RespondToAuthChallenge')),
  );
  answer.resolve();
  await answered;
  await fill(page, { email: 'ada@example' });
  await expectProblem(page, 'email', text('problem_email_invalid'));
  await expectScreen(page, text('sign_up_title'));
});

test.describe('without a way to the service', () => {
  test.use({ isCutOff: true });
  for (const language of SPOKEN) {
    test(`in ${language}: it is told, and works as soon as there is one`, async ({ page, context, site }) => {
      const person = await newPerson(site);
      const text = await openIn(page, language);
      await expectScreen(page, text('sign_in_title'));
      await context.setOffline(true);
      await submitSignIn(page, person);
      await expectRefused(page, text('error_network'));
      await context.setOffline(false);
      await submitButton(page).click();
      await expectSignedIn(page, person.email);
    });
  }

  test('signing out ends all the same', async ({ page, site }) => {
    await signIn(page, await newPerson(site));
    await page.route('**/identity/', (route) => route.abort());
    await signOut(page, 'en');
    await expectScreen(page, (await authenticatorTexts('en'))('sign_in_title'));
    await page.reload();
    await expectScreen(page, (await authenticatorTexts('en'))('sign_in_title'));
  });

  test('from the beginning: it is told, and tried again when asked to', async ({ page }) => {
    await page.route('**/_serverFn/**', (route) => route.abort());
    const text = await openIn(page, 'en');
    await expect(page.getByRole('alert')).toHaveText(text('error_network'));
    await page.unroute('**/_serverFn/**');
    await page.getByRole('button', { name: text('retry') }).click();
    await expectScreen(page, text('sign_in_title'));
  });
});

test.describe('who reads Hebrew', () => {
  test.use({ locale: 'he-IL', viewport: { width: 360, height: 740 } });

  test('is offered it, from right to left, and it stays', async ({ page, site }) => {
    const person = await newInvited(site);
    await openIn(page, 'en');
    await page.getByRole('button', { name: 'הצגה בעברית' }).click();
    const text = await authenticatorTexts('he');
    await expectScreen(page, text('sign_in_title'));
    const column = page.locator('[lang="he"][dir="rtl"]');
    await expect(column).toBeVisible();
    await expectSound(page);
    await page.reload();
    await expectScreen(page, text('sign_in_title'));
    await submitSignIn(page, { ...person, password: 'Wrong-horse1' });
    await expectRefused(page, text('error_not_authorized'));
    await submitSignIn(page, person);
    await expectScreen(page, text('force_password_title'));
    await expectSound(page);
    await page.getByRole('button', { name: text('back_to_sign_in') }).click();
    // The site's own language is offered in its turn.
    await page.getByRole('button', { name: 'Show in English' }).click();
    await expectScreen(page, (await authenticatorTexts('en'))('sign_in_title'));
  });
});
