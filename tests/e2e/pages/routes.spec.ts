import type { Page } from '@playwright/test';
import { LOCALE_CODES, LOCALES, localizePath } from '#/language/locales.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { hydrated } from '../hydrated.ts';
import { expect, messagesOf, pathIn, test } from '../test.ts';

/** The text of a page's one heading. */
const headingOf = (html: string) => /<h1[^>]*>([^]*?)<\/h1>/.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '');

const PAGES = ['/', ...PLATFORMS.map((platform) => `/${platform}`)];

test.describe('every page exists once per language', () => {
  for (const locale of LOCALE_CODES) {
    test(locale, async ({ request }) => {
      const titles = new Set<string>();
      for (const page of PAGES) {
        const response = await request.get(pathIn(locale, page), { headers: { 'accept-language': 'en-US' } });
        const html = await response.text();
        expect(response.status(), page).toBe(200);
        expect(html).toContain(`<html lang="${LOCALES[locale].iso}"`);
        expect(html.match(/<h1[ >]/g)).toHaveLength(1);
        titles.add(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
      }
      expect(titles.size).toBe(PAGES.length);
    });
  }
});

test.describe('a path that leads nowhere is a real 404 in the language of the path', () => {
  const cases = [
    ['/en', 'en'],
    ['/en/youtube', 'en'],
    ['/de', 'en'],
    ['/xx/youtube', 'en'],
    ['/FR', 'en'],
    ['/fr/xx', 'fr'],
    ['/ja/youtube/extra', 'ja'],
    ['/youtube/extra', 'en'],
    ['/ru/no/such/page', 'ru'],
  ] as const;
  for (const [path, locale] of cases) {
    test(path, async ({ request }) => {
      const response = await request.get(path);
      const m = await messagesOf(locale);
      expect(response.status()).toBe(404);
      const html = await response.text();
      expect(headingOf(html)).toBe(m['site_not_found']?.({ path }));
      // The colon before the path is heard, and not seen at the end of a line.
      expect(html).toMatch(/<h1[^>]*>[^<]*[^\s:：<]<span class="spoken">\s*[:：]/);
    });
  }

  test('the way home looks like a link, and is not the current page', async ({ request }) => {
    for (const locale of ['en', 'ru'] as const) {
      const m = await messagesOf(locale);
      const html = await (await request.get(pathIn(locale, '/no/such/page'))).text();
      const [link = ''] = new RegExp(`<a [^>]*>${m['site_go_home']?.()}</a>`).exec(html) ?? [];
      expect(link).toContain(`href="${pathIn(locale, '/')}"`);
      expect(link).not.toMatch(/class=|aria-current=/);
    }
  });

  test('an odd path is shown as text, never as markup', async ({ request }) => {
    const response = await request.get('/%3Cscript%3Ealert(1)%3C/script%3E');
    expect(response.status()).toBe(404);
    expect(await response.text()).not.toContain('<script>alert');
  });

  test.describe('in a browser', () => {
    test.use({ expectedStatuses: [404] });

    for (const path of ['/no/such/page', '/xx/youtube']) {
      test(`${path} leads on to other pages and languages without a new one`, async ({ page }) => {
        const navigations: string[] = [];
        page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
        await page.goto(path);
        await hydrated(page);
        const m = await messagesOf('ru');
        const russian = page.locator('header a[hreflang="ru-RU"]').first();
        const address = (await russian.getAttribute('href')) ?? '';
        await russian.evaluate((link: HTMLElement) => link.click());
        await expect(page).toHaveURL(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          m['site_not_found']?.({ path: address }) ?? '',
        );
        await page.locator('header a[href="/ru/tiktok"]').first().click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(m['site_tiktok_heading']?.() ?? '');
        expect(navigations).toHaveLength(1);
      });
    }

    test('a path with marks that are not seen, or with damaged questions, breaks nothing', async ({
      page,
      request,
    }) => {
      const m = await messagesOf('fr');
      const address = '/fr/caf%C3%A9%2541%0Agpj%E2%80%AE.exe?u=%E0%A4%A';
      const response = await request.get(address);
      expect(response.status()).toBe(404);
      const shown = m['site_not_found']?.({ path: '/fr/café%41 gpj.exe' }) ?? '';
      expect(headingOf(await response.text())).toBe(shown);
      await page.goto(address);
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown);
    });
  });
});

test('a path that cannot be read, and what a page does not take, are answered by a page in the language of the path', async ({
  baseURL,
  request,
}) => {
  const m = await messagesOf('fr');
  for (const [answer, status, heading] of [
    // As it stands: a client that puts addresses in order would mend it.
    [await fetch(`${baseURL}/fr/no%E0%A4%A`), 400, m['site_bad_address_heading']],
    [await fetch(`${baseURL}/fr/youtube`, { method: 'POST', body: 'x' }), 405, m['site_read_only_heading']],
  ] as const) {
    const html = await answer.text();
    expect(answer.status).toBe(status);
    expect(html).toContain('<html lang="fr-FR">');
    expect(html).toContain(`<h1>${heading?.()}</h1>`);
    expect(html).toContain(`<title>${m['site_error_title']?.()} · `);
  }
  for (const [path, status] of [
    ['/api/no%E0%A4%A', 400],
    ['/identity/no%E0%A4%A', 400],
  ] as const) {
    const answer = await fetch(`${baseURL}${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  }
  const told = await request.get('/fr/no%2541?u=a%20b', { headers: { accept: 'application/json' } });
  expect(await told.json()).toMatchObject({ status: 404, title: 'Page Not Found: /fr/no%41?u=a b' });
});

test('links in the address are a queue where there is a form, and nothing elsewhere, however many there are', async ({
  request,
}) => {
  const link = encodeURIComponent('https://youtu.be/OKvideo0001');
  for (const [path, isQueue] of [
    [`/?u=${link}`, true],
    [`/youtube?u=${link}&u=${link}`, true],
    ['/youtube?u=1', false],
    [`/faq?u=${link}&u=${link}`, false],
    [`/status?u=${link}`, false],
  ] as const) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } });
    expect(answer.status(), path).toBe(200);
    expect(/<html[^>]* data-queue="shown"/.test(await answer.text()), path).toBe(isQueue);
  }
});

test('an unknown API path is a JSON 404, another method on a page is refused', async ({ request }) => {
  const api = await request.get('/api/nothing');
  expect(api.status()).toBe(404);
  expect(api.headers()['content-type']).toContain('application/problem+json');
  for (const path of ['/youtube', '/robots.txt', '/sitemap.xml']) {
    const post = await request.post(path, { data: 'x' });
    expect([post.status(), post.headers()['allow']]).toEqual([405, 'GET, HEAD']);
  }
});

test.describe('the language of a first visit', () => {
  const visit = { maxRedirects: 0 };

  test('follows the browser at the root path, keeps what was asked, and is remembered for a year', async ({
    request,
  }) => {
    const response = await request.get('/?u=x', { ...visit, headers: { 'accept-language': 'fr-CA,fr;q=0.9' } });
    expect(response.status()).toBe(302);
    expect(response.headers()['location']).toBe('/fr?u=x');
    expect(response.headers()['set-cookie']).toContain('i18n_redirected=fr; Max-Age=31536000; Path=/');
    expect(response.headers()['vary']).toContain('Accept-Language');
    expect(response.headers()['cache-control']).toBe('no-store');
  });

  test('follows a saved language before the browser', async ({ request }) => {
    const headers = { cookie: 'i18n_redirected=ko', 'accept-language': 'fr' };
    expect((await request.get('/', { ...visit, headers })).headers()['location']).toBe('/ko');
  });

  test('is English when English was chosen, and when nothing fits', async ({ request }) => {
    const chosen = { cookie: 'i18n_redirected=en', 'accept-language': 'fr' };
    expect((await request.get('/', { ...visit, headers: chosen })).status()).toBe(200);
    expect((await request.get('/', { ...visit, headers: { 'accept-language': 'de' } })).status()).toBe(200);
  });

  test('is never changed on any other path', async ({ request }) => {
    const headers = { cookie: 'i18n_redirected=ko', 'accept-language': 'fr' };
    expect((await request.get('/youtube', { ...visit, headers })).status()).toBe(200);
    expect((await request.get('/ja', { ...visit, headers })).status()).toBe(200);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, locale: 'fr-FR' });

  test('every language is reached by its link, English from the start page too, and is kept', async ({
    page,
    context,
  }) => {
    const saved = async () => (await context.cookies()).find(({ name }) => name === 'i18n_redirected')?.value;
    const step = async (locale: 'en' | 'ja') => {
      await page
        .locator('header details')
        .filter({ has: page.locator('a[hreflang="en-US"]') })
        .first()
        .locator('summary')
        .first()
        .click();
      await page.locator(`header a[hreflang="${LOCALES[locale].iso}"]:visible`).first().click();
    };
    await page.goto('/');
    await expect(page).toHaveURL('/fr');
    expect(await saved()).toBe('fr');
    await step('en');
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    expect(await saved()).toBe('en');
    await page.goto('/');
    await expect(page).toHaveURL('/');
    await step('ja');
    await expect(page).toHaveURL('/ja');
    expect(await saved()).toBe('ja');
  });
});

test('a switch is saved for who made it alone', async ({ request, baseURL }) => {
  const ask = (headers: Record<string, string>) =>
    request.get('/ja/youtube', { headers: { accept: 'text/html', ...headers } });
  const switched = await ask({ referer: `${baseURL}/fr/youtube` });
  expect(switched.headers()['set-cookie']).toContain('i18n_redirected=ja; Max-Age=31536000; Path=/; SameSite=Lax');
  expect(switched.headers()['cache-control']).toBe('private, no-cache');
  const others: Record<string, string>[] = [
    {},
    { referer: 'https://elsewhere.example/fr/youtube' },
    { referer: `${baseURL}/ja` },
  ];
  for (const other of others) {
    const answer = await ask({ ...other, cookie: 'i18n_redirected=fr' });
    expect([answer.headers()['set-cookie'], answer.headers()['cache-control']]).toEqual([undefined, 'no-cache']);
  }
});

test('choosing a language goes to the same place in it, keeps the search, and saves the cookie', async ({ page }) => {
  await page.goto('/youtube?mode=audio#download');
  await hydrated(page);
  for (const [from, locale] of [
    ['English', 'ru'],
    ['Русский', 'ja'],
    ['日本語', 'en'],
  ] as const) {
    await page.locator('header summary').filter({ hasText: from }).first().click();
    await page.locator(`header a[hreflang="${LOCALES[locale].iso}"]`).first().click();
    await expect(page).toHaveURL(`${localizePath('/youtube', locale)}?mode=audio#download`);
    await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].iso);
    const saved = (await page.context().cookies()).find((cookie) => cookie.name === 'i18n_redirected');
    expect(saved?.value).toBe(locale);
  }
});

test('on a phone the menu closes over the page that was stepped to, and has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/youtube');
  await hydrated(page);
  const menu = page.locator('header details').filter({ hasText: 'Facebook' });
  for (const link of ['a[href="/tiktok"]', 'a[hreflang="ru-RU"]']) {
    await menu.locator('summary').click();
    await menu.locator(link).click();
    await expect(menu).not.toHaveAttribute('open');
    await expect(menu.locator('summary')).toBeFocused();
  }
  await expect(page).toHaveURL('/ru/tiktok');
});

test('another language comes without a reload, all of it, and goes back with the back button', async ({ page }) => {
  const navigations: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
  const says = async (locale: 'en' | 'ru') => {
    const m = await messagesOf(locale);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(m['site_youtube_heading']?.() ?? '');
    await expect(page.locator('label[for="links"]')).toHaveText(m['download_field_label']?.() ?? '');
    await expect(page.getByRole('heading', { name: m['section_faq_heading']?.() })).toBeVisible();
    await expect(page.locator('footer')).toContainText(m['content_group_help']?.() ?? '');
    await expect(page).toHaveTitle(new RegExp(m['site_youtube_heading']?.() ?? ''));
    await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].iso);
  };
  await page.goto('/youtube');
  await hydrated(page);
  await says('en');
  await page.locator('header summary').filter({ hasText: 'English' }).first().click();
  await page.locator('header a[hreflang="ru-RU"]').first().click();
  await says('ru');
  await expect(page.locator('header summary').filter({ hasText: 'Русский' })).toBeFocused();
  await page.goBack();
  await says('en');
  expect(navigations).toHaveLength(1);
});

test('another language also comes whole where the step is the first thing done, and the form is still on its way', async ({
  page,
}) => {
  await page.goto('/youtube');
  await hydrated(page);
  const m = await messagesOf('ru');
  await page
    .locator('header a[hreflang="ru-RU"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL('/ru/youtube');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m['site_youtube_heading']?.() ?? '');
  await expect(page.getByRole('contentinfo')).toContainText(m['content_group_help']?.() ?? '');
  await expect(page.getByRole('button', { name: m['download_submit']?.() })).toBeVisible();
});

for (const [from, link, to] of [
  ['/youtube', 'header a[hreflang="ru-RU"]', '/ru/youtube'],
  ['/', 'header a[href="/tiktok"]', '/tiktok'],
] as const) {
  test(`on a slow machine a step from ${from} to ${to} waits until React has taken over the page, which is not thrown away`, async ({
    page,
  }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    // The router is there some seconds before React is through.
    await page.addInitScript((selector) => {
      let wasThere = false;
      const watch = setInterval(() => {
        const isThere = '$_TSR' in globalThis;
        if (wasThere && !isThere) {
          clearInterval(watch);
          document.querySelector<HTMLElement>(selector)?.click();
        }
        wasThere = isThere;
      });
    }, link);
    const navigations: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
    await page.goto(from);
    await expect(page).toHaveURL(to);
    const m = await messagesOf(to.startsWith('/ru') ? 'ru' : 'en');
    const heading = m[to.endsWith('tiktok') ? 'site_tiktok_heading' : 'site_youtube_heading'] ?? (() => '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading());
    expect(navigations).toHaveLength(1);
  });
}

test('what was typed goes along to another platform, language and page, and the form is there all the time', async ({
  page,
}) => {
  await page.goto('/youtube');
  await hydrated(page);
  const field = page.locator('#links');
  await field.fill('no link');
  await field.press('Enter');
  const form = page.locator('#download form');
  await expect(form.getByRole('alert')).toBeVisible();
  // Of the steps' frames, those without a form.
  await page.evaluate(() => {
    const look = () => {
      if (!document.querySelector('#links')) document.documentElement.dataset['bare'] = location.pathname;
      requestAnimationFrame(look);
    };
    look();
  });
  for (const locale of ['ru', 'ja', 'en'] as const) {
    const m = await messagesOf(locale);
    const link = page.locator(`header a[hreflang="${LOCALES[locale].iso}"]`).first();
    await link.evaluate((element: HTMLElement) => element.click());
    await expect(page.locator('label[for="links"]')).toHaveText(m['download_field_label']?.() ?? '');
    await expect(form.getByRole('alert')).toContainText(m['failure_invalid_link_title']?.() ?? '');
    await expect(field).toHaveValue('no link');
  }
  await page.locator('header nav a[href="/tiktok"]').first().click();
  await expect(page).toHaveURL('/tiktok');
  await expect(field).toHaveValue('no link');
  await page.locator('header a[href="/"]').click();
  await expect(page).toHaveURL('/');
  await expect(field).toHaveValue('no link');
  await page.goBack();
  await expect(page).toHaveURL('/tiktok');
  await expect(field).toHaveValue('no link');
  await expect(page.locator('html')).not.toHaveAttribute('data-bare');
});

test.describe('a page that is loaded anew because a part of it is gone with its build', () => {
  const LINKS = ['https://youtu.be/OKvideo0001', 'https://vm.tiktok.com/ZMreplica1/'];

  /** Puts links into the field as phones' keyboards paste, once the form is at work: they become chips. */
  async function paste(page: Page): Promise<void> {
    await hydrated(page);
    await page.locator('#links').focus();
    await page.keyboard.press('a');
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible();
    await page.keyboard.press('Backspace');
    for (const link of LINKS) {
      await page.keyboard.insertText(link);
      await expect(page.locator('#links')).toHaveValue('');
    }
  }

  async function losePart(page: Page): Promise<void> {
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
    await loaded;
  }

  test('has the links that were pasted and not sent', async ({ page }) => {
    await page.goto('/youtube');
    await paste(page);
    await losePart(page);
    await expect(page.locator('article[data-state="ready"]')).toHaveCount(LINKS.length);
  });

  test('has them at the next form where there is none', async ({ page }) => {
    const home = page.locator('header a[href="/"]').first();
    await page.goto('/status');
    await hydrated(page);
    await home.click();
    await paste(page);
    await page.goBack();
    await expect(page.locator('#links')).toHaveCount(0);
    await losePart(page);
    await hydrated(page);
    await expect(page).toHaveURL('/status');
    await home.click();
    await expect(page.locator('#links')).toHaveValue(LINKS.join('\n'));
  });

  test('has nothing of another form in its address', async ({ page }) => {
    await page.goto('/dmca');
    await hydrated(page);
    await page.locator('#takedown-links').fill(LINKS.join('\n'));
    await losePart(page);
    await expect(page).toHaveURL('/dmca');
  });
});

test('a result and its preview stay over a step to another language, and speak it', async ({ page }) => {
  await page.goto('/youtube');
  await hydrated(page);
  await page.locator('#links').fill('https://www.youtube.com/watch?v=OKvideo0001');
  await page.locator('#links').press('Enter');
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(1);
  const english = await messagesOf('en');
  await page.getByRole('button', { name: english['download_preview']?.(), exact: true }).click();
  const player = page.locator('video');
  await player.evaluate((element) => void (element.dataset['before'] = 'the step'));
  await page.locator('header summary').filter({ hasText: 'English' }).first().click();
  await page.locator('header a[hreflang="ru-RU"]').first().click();
  const russian = await messagesOf('ru');
  await expect(page.getByRole('button', { name: russian['download_preview_close']?.(), exact: true })).toBeVisible();
  await expect(player).toHaveAttribute('data-before', 'the step');
});

test('what was sent before the form is at work is carried out, also where a step to another language comes in between', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/DownloadWorkspace-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/twitter');
  await hydrated(page);
  await page.locator('#links').fill('https://x.com/replica/status/1800000000000000001');
  await page.locator('#links').press('Enter');
  await page
    .locator('header a[hreflang="ru-RU"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL('/ru/twitter');
  // Sent once more by the form of the page before: it must not lead there.
  await page.locator('#download button[type="submit"]').click();
  code.resolve();
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(1);
  await expect(page).toHaveURL('/ru/twitter');
  await expect(page.locator('#links')).toHaveValue('');
});

test('pages run only what the site wrote, and carry the headers that keep others out', async ({ request }) => {
  for (const [page, scripts] of [
    ['/youtube', /script-src 'self'(?: 'sha256-[\w+/=]{44}')+;/],
    ['/youtube?u=x', /script-src 'self' 'nonce-[\w+/]{24}';/],
  ] as const) {
    const headers = (await request.get(page)).headers();
    expect(headers['content-security-policy']).toMatch(scripts);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('what goes wrong inside never shows: no message, no stack, in pages and in answers of server functions', async ({
  page,
  request,
}) => {
  const calls: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/_serverFn/')) calls.push(sent.url());
  });
  await page.goto('/youtube');
  await page.locator('#links').fill('https://youtu.be/OKvideo0001');
  await page.locator('#links').press('Enter');
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  const headers = { 'x-tsr-serverfn': 'true', origin: new URL(page.url()).origin, 'sec-fetch-site': 'same-origin' };
  for (const data of ['nonsense', '{"data":{"url":7}}', '[]']) {
    const response = await request.post(calls[0] ?? '', {
      headers: { ...headers, 'content-type': 'application/json' },
      data,
    });
    expect(response.status()).toBeGreaterThanOrEqual(400);
    expect(await response.text()).not.toMatch(/node_modules|\.ts:\d|\bat .+:\d+:\d+|valibot/i);
  }
});

test('a visitor is known by a cookie that scripts cannot read, from the first link on and not before', async ({
  page,
  context,
}) => {
  const visitor = async () => (await context.cookies()).find(({ name }) => name === 'visitor');
  await page.goto('/twitter');
  await page.locator('#links').click();
  expect(await visitor()).toBeUndefined();
  await page.locator('#links').fill('https://x.com/replica/status/1800000000000000001');
  await page.locator('#links').press('Enter');
  await expect.poll(visitor).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const { value } = (await visitor()) ?? {};
  await page.reload();
  await expect(page.locator('#queue')).toBeVisible();
  expect(await visitor()).toMatchObject({ value });
});

test('server functions answer this site only, also browsers that tell nothing but the origin', async ({
  page,
  request,
}) => {
  const called = page.waitForRequest((sent) => sent.url().includes('/_serverFn/') && sent.method() === 'POST');
  await page.goto('/youtube');
  await page.locator('#links').fill('https://youtu.be/OKvideo0001');
  await page.locator('#links').press('Enter');
  const { postData, url, headers } = await called.then((sent) => ({
    postData: sent.postData() ?? '',
    url: sent.url(),
    headers: sent.headers(),
  }));
  const statusFor = async (origin: string) => {
    const sent = { accept: headers['accept'] ?? '', 'content-type': headers['content-type'] ?? '', origin };
    const own = { ...sent, 'x-tsr-serverfn': 'true' };
    return (await request.post(url, { headers: own, data: postData })).status();
  };
  expect(await statusFor(new URL(page.url()).origin)).toBe(200);
  expect(await statusFor('https://elsewhere.example')).toBe(403);
});
