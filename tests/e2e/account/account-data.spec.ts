import { readFile } from 'node:fs/promises';
import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { AccountExport } from '#/model/account.ts';
import { download, question, section, siteTexts, test, TIKTOK } from './account-pages.ts';
import { authenticatorTexts, signIn, submitSignIn } from '../accounts.ts';
import { expect, pathIn } from '../test.ts';

test.use({ expectedStatuses: [400] });

test('everything that is kept comes as one JSON file', async ({ page, person }) => {
  const text = await siteTexts();
  await signIn(page, person);
  await download(page, TIKTOK);
  await page.goto('/account');
  await expect(section(page, text('account_queue_heading')).getByRole('article')).toHaveCount(1);
  await page
    .getByRole('main')
    .getByRole('link', { name: text('account_data_heading'), exact: true })
    .click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: text('account_export'), exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^clipferry-account-\d{4}-\d{2}-\d{2}\.json$/);
  const content: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  const kept = v.parse(v.object({ ...AccountExport.entries, attributes: v.record(v.string(), v.string()) }), content);
  expect(kept).toMatchObject({ version: 1, userId: person.sub, attributes: { email: person.email } });
  expect(kept.downloads).toMatchObject([{ title: expect.stringMatching(TIKTOK.title), state: 'done' }]);
  expect(kept.queue).toMatchObject([{ link: TIKTOK.link, platform: 'tiktok' }]);
});

// What is typed is a word of the language.
for (const locale of ['en', 'ja'] as const) {
  test(`in ${locale}: an account is deleted by who types the word for it, with all that was kept`, async ({
    page,
    person,
    site,
  }) => {
    const text = await siteTexts(locale);
    await signIn(page, person, pathIn(locale, '/account/data'));
    await page.getByRole('button', { name: text('account_delete'), exact: true }).click();
    const confirm = question(page).getByRole('button', { name: text('account_delete'), exact: true });
    await question(page).getByRole('textbox').fill('keep');
    await expect(confirm).toBeDisabled();
    await question(page).getByRole('textbox').fill(text('account_delete_word'));
    await confirm.click();
    await expect(page.getByText(text('account_deleted'), { exact: true })).toBeVisible();
    await expect(page).toHaveURL(pathIn(locale, '/'));
    const { client, userPoolId: UserPoolId } = site.admin;
    await expect(client.send(new AdminGetUserCommand({ UserPoolId, Username: person.email }))).rejects.toThrow(
      expect.objectContaining({ name: 'UserNotFoundException' }),
    );
    await page.goto(pathIn(locale, '/account'));
    await submitSignIn(page, person);
    const speak = await authenticatorTexts(locale);
    await expect(page.getByRole('alert')).toHaveText(speak('error_not_authorized'));
  });
}
