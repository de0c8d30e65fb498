import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SavingHelp } from './SavingHelp.tsx';

const show = (sizeBytes: number | null = 1000) =>
  render(
    <MantineProvider env="test">
      <SavingHelp title="A title" href="/api/video/token" sizeBytes={sizeBytes} />
    </MantineProvider>,
  );
const ways = () => [...document.querySelectorAll('li a, li button')].map(({ textContent }) => textContent);
const headers = { 'content-type': 'video/mp4', 'content-disposition': "attachment; filename*=UTF-8''A%20film.mp4" };

function haveShareSheet(outcome: () => Promise<void>) {
  const share = vi.fn<(what: ShareData) => Promise<void>>(outcome);
  Object.assign(navigator, { share, canShare: () => true });
  return share;
}

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('bytes', { headers })));
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

test('is closed where nothing is known against the browser, and leaves out a share sheet that it has not', () => {
  show();
  expect(document.querySelector('details')?.open).toBe(false);
  expect(ways()).toEqual(['Save directly', 'Copy link']);
});

test('is open by itself inside apps that refuse, with the reason', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14; wv) Instagram 350.0');
  show();
  expect(document.querySelector('details')?.open).toBe(true);
  expect(screen.getByText(/^Instagram opens pages in its own browser/)).toBeDefined();
});

test('shares the file under its name; where fetching took too long, by another click', async () => {
  const share = haveShareSheet(() => Promise.reject(new DOMException('late', 'NotAllowedError')));
  show();
  expect(ways()).toEqual(['Save directly', 'Share file', 'Copy link']);
  fireEvent.click(screen.getByRole('button', { name: 'Share file', hidden: true }));
  const again = await screen.findByText('Share now');
  share.mockResolvedValue();
  fireEvent.click(again);
  expect(await screen.findByText('Share file')).toBeDefined();
  expect(share.mock.calls.map(([{ files }]) => files?.[0]?.name)).toEqual(['A film.mp4', 'A film.mp4']);
});

test('shares the link of a file that is too large, and says so', async () => {
  const share = haveShareSheet(async () => {});
  show(100 * 1024 * 1024);
  expect(screen.getByText('The file is too large to share. You can share its link instead.')).toBeDefined();
  fireEvent.click(screen.getByText('Share link'));
  expect(share).toHaveBeenCalledWith({ title: 'A title', url: new URL('/api/video/token', location.href).href });
});

test('says so when sharing does not work', async () => {
  haveShareSheet(async () => {});
  vi.stubGlobal('fetch', async () => new Response('', { status: 410 }));
  show();
  fireEvent.click(screen.getByText('Share file'));
  expect(await screen.findByText('Sharing didn’t work. Copy the link and open it in your browser.')).toBeDefined();
});

test('selects the link where the browser forbids to copy it', async () => {
  vi.stubGlobal('navigator', {
    clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  });
  show();
  fireEvent.click(screen.getByText('Copy link'));
  const address = new URL('/api/video/token', location.href).href;
  await expect.poll(() => getSelection()?.toString()).toBe(address);
  expect(screen.queryByText('Copied')).toBeNull();
});
