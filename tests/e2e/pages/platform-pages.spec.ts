import { PLATFORMS } from '#/model/platform.ts';
import { expect, messagesOf, test } from '../test.ts';

for (const platform of PLATFORMS) {
  test(`${platform}: from top to bottom, the form, three facts, how to, questions, the other platforms, what else there is to read, and the way back`, async ({
    request,
  }) => {
    const m = await messagesOf('en');
    const html = await (await request.get(`/${platform}`)).text();
    const others = PLATFORMS.filter((other) => other !== platform);
    const inOrder = [
      `>${m[`site_${platform}_heading`]?.()}</h1>`,
      'name="u"',
      `>${m['section_trust_sizes']?.()}</h2>`,
      `>${m['section_how_heading']?.()}</h2>`,
      `>${m['section_faq_heading']?.()}</h2>`,
      // The first is open.
      '<details',
      'open=""',
      `>${m['section_other_heading']?.()}</h2>`,
      ...others.map((other) => `href="/${other}"`),
      `>${m['section_more_heading']?.()}</h2>`,
      `href="/how-to-${platform}"`,
      'href="#download"',
    ];
    let at = 0;
    for (const part of inOrder) {
      const found = html.indexOf(part, at);
      expect(found, part).toBeGreaterThan(-1);
      at = found;
    }
    expect(html).toContain('id="download"');
  });
}

test('where full stops are as wide as letters, no space stands behind one', async ({ request }) => {
  for (const path of ['/ja/youtube', '/zh/youtube', '/ja/terms', '/ja/status', '/ja/api']) {
    const html = await (await request.get(path)).text();
    expect(html.match(/.{0,20}[。！？](?:<!-- -->)? .{0,20}/g), path).toBeNull();
  }
});

test('in forced colours, too, the device whose steps are shown first looks chosen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/tiktok');
  const looks = () =>
    page.locator('label[data-device] > span').evaluateAll((names) =>
      names.map((name) => {
        const { color, backgroundColor } = getComputedStyle(name);
        return `${color} on ${backgroundColor}`;
      }),
    );
  const [computer, ...others] = await looks();
  expect(others).not.toContain(computer);
  await page.locator('label[data-device="computer"] > input').check();
  expect(await looks()).toEqual([computer, ...others]);
});

test('on paper the steps for all devices stand one below the other, each below its name', async ({ page }) => {
  await page.goto('/tiktok');
  await page.emulateMedia({ media: 'print' });
  const how = page.locator('section[aria-labelledby="how"]');
  await expect(how.locator('fieldset')).toBeHidden();
  for (const device of ['computer', 'android', 'iphone']) {
    const panel = how.locator(`div[data-device="${device}"]`);
    await expect(panel.getByRole('listitem')).toHaveCount(3);
    await expect(panel.getByRole('list')).toBeVisible();
    expect((await panel.getByRole('heading').boundingBox())?.height).toBeGreaterThan(10);
  }
});
