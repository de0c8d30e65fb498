import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { TIKTOK } from '../account/account-pages.ts';
import { type AccountSite, expect, test } from '../accounts.ts';

test.use({ isCutOff: true });

/** The call of a server function by which the page has a link read. */
async function resolveCall(page: Page): Promise<Request> {
  const called = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/_serverFn/'));
  await page.locator('#links').fill(TIKTOK.link);
  await page.locator('#links').press('Enter');
  return called;
}

/** Sends a request, or the beginning of one, and hangs up after a while. */
async function hangUp({ origin }: AccountSite, message: string, afterMs: number): Promise<void> {
  const socket = connect(Number(new URL(origin).port), 'localhost');
  await once(socket, 'connect');
  socket.write(message);
  await sleep(afterMs);
  socket.destroy();
}

async function messageOf(request: Request, { origin }: AccountSite): Promise<{ head: string; body: string }> {
  const { host, pathname } = new URL(request.url());
  const body = request.postData() ?? '';
  const kept = Object.entries(request.headers()).filter(([name]) => !/^(?::|host|content-length|origin)/.test(name));
  const fields = { ...Object.fromEntries(kept), host, origin, 'content-length': `${Buffer.byteLength(body)}` };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return { head: [`POST ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n'), body };
}

test('who leaves while a call is under way leaves no error behind', async ({ page, site, browser }) => {
  await page.goto(TIKTOK.path);
  const { head, body } = await messageOf(await resolveCall(page), site);
  const before = site.reported().length;
  for (const afterMs of [0, 5, 50, 200]) {
    await hangUp(site, head, afterMs);
    await hangUp(site, head + body.slice(0, 10), afterMs);
    await hangUp(site, head + body, afterMs);
  }
  // As visitors who close the tab do it. Each is another one, whose queue is empty.
  for (const waitMs of [0, 20, 100]) {
    const visitor = await browser.newContext({ baseURL: site.origin });
    const left = await visitor.newPage();
    await left.goto(TIKTOK.path);
    await resolveCall(left);
    await sleep(waitMs);
    await visitor.close();
  }
  await sleep(1000);
  expect(site.reported().slice(before)).toBe('');
});

/** What is told, and what is reported, when the page's call is sent once more with another body. */
async function callAgain(page: Page, site: AccountSite, bodyOf: (body: string) => string) {
  await page.goto(TIKTOK.path);
  const call = await resolveCall(page);
  const { 'content-length': _, ...headers } = call.headers();
  const before = site.reported().length;
  const answer = await page.request.post(call.url(), { headers, data: Buffer.from(bodyOf(call.postData() ?? '')) });
  return { status: answer.status(), told: await answer.text(), reported: site.reported().slice(before) };
}

test('an error of the site’s own is still reported, and not told to who called', async ({ page, site }) => {
  const { status, told, reported } = await callAgain(page, site, () => '{"broken');
  expect(status).toBe(500);
  expect(told).not.toContain('SyntaxError');
  expect(reported).toContain('SyntaxError');
});

test('a call that no page makes is not repeated in the log', async ({ page, site }) => {
  const { told, reported } = await callAgain(page, site, (body) => body.replace('"url"', '"pasted"'));
  expect(told).toContain('hidden-error');
  expect(told).not.toContain('tiktok');
  expect(reported).toBe('');
});
