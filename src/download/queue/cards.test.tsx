import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DownloadProgress } from '#/model/download.ts';
import { FAILURE_CODES } from '#/model/failure.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { progressOf, transferOf } from '../fixtures/resolved.ts';
import type { Transfer } from '../transfers/transfer-state.ts';
import type { Deeds } from '../transfers/TransferActions.tsx';
import { TransferLine } from '../transfers/TransferLine.tsx';

const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>);

test.each(FAILURE_CODES)('%s is explained: what happened, and what to do', (code) => {
  show(<FailureNote failure={{ code }} />);
  const [title, advice] = screen.getByRole('alert').querySelectorAll('p');
  expect(title?.textContent).toMatch(/^[A-Z].+\.$/);
  expect(advice?.textContent).toMatch(/^[A-Z].+\.$/);
});

test('a failure brings what the operator tells about it', () => {
  show(<FailureNote failure={{ code: 'platform_off', notice: { en: 'Back on Monday.', fr: 'Retour lundi.' } }} />);
  expect(screen.getByRole('alert').textContent).toContain('Back on Monday.');
});

test('what is announced says when it starts on the visitor’s own clock, how far off that is, and when that is over', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 17, 0) });
  onTestFinished(() => void vi.useRealTimers());
  const startsAt = new Date(2026, 10, 27, 20, 0).toISOString();
  show(<FailureNote failure={{ code: 'live_upcoming', startsAt }} />);
  const time = screen.getByRole('alert').querySelector('time');
  expect(time?.dateTime).toBe(startsAt);
  expect(time?.textContent).toMatch(/^Starts on Friday, November 27 at 8:00\sPM, in 3 hours\.$/);
  act(() => vi.advanceTimersByTime(2.5 * 3_600_000));
  expect(time?.textContent).toContain('in 30 minutes.');
  act(() => vi.advanceTimersByTime(3_600_000));
  expect(time?.textContent).toMatch(/^It was to start on Friday/);
});

test('the server says the start of what is announced in UTC, since it does not know where the visitor is', () => {
  const failure = { code: 'live_upcoming', startsAt: '2026-11-27T20:00:00.000Z' } as const;
  expect(renderToString(<FailureNote failure={failure} />)).toMatch(/>Nov 27, 2026, 8:00\sPM UTC<\/time>/);
});

const DONE_NOTHING = { pause: () => {}, resume: () => {}, stop: () => {}, retry: () => {} };
const D1 = '00000000-0000-4000-8000-000000000001';
const at = (state: DownloadProgress['state'], own: Partial<DownloadProgress> = {}) =>
  transferOf({ downloadId: D1, progress: progressOf(D1, state, own) });
const line = (transfer: Transfer, deeds: Partial<Deeds> = {}) =>
  show(<TransferLine title="A title" transfer={transfer} deeds={{ ...DONE_NOTHING, ...deeds }} />);
const buttons = () =>
  [...document.querySelectorAll('button, a')].map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);

test('a running transfer says how far it is, how fast, and how long it takes', () => {
  const sizes = { receivedBytes: 48_300_000, totalBytes: 112_000_000, bytesPerS: 21_000_000 };
  line(at('transferring', sizes));
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
    '43% · 48.3 MB of 112 MB · 21 MB/s · 4 sec left',
  );
});

test('a failed transfer says why, and can be tried again', () => {
  line(at('failed', { failure: { code: 'link_expired' } }));
  expect(screen.getByRole('alert').textContent).toContain('This download link has expired.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

describe('a transfer offers what makes sense, by its title', () => {
  const file = { link: '/kept/1', name: 'a.mp4', bytes: 100, expiresAt: '2026-11-21T14:05:00Z' };
  test.each<[string, Transfer, string[]]>([
    ['waiting', transferOf(), ['Cancel A title']],
    ['starting', transferOf({ downloadId: D1 }), ['Cancel A title']],
    ['transferring', at('transferring'), ['Pause A title', 'Cancel A title']],
    ['of a length nobody knows', at('transferring', { totalBytes: null }), ['Cancel A title']],
    ['paused', at('paused'), ['Resume A title', 'Cancel A title']],
    ['queued', at('queued'), ['Cancel A title']],
    ['preparing', at('preparing'), ['Cancel A title']],
    ['ready', at('ready', { file }), ['Save A title', 'Delete the file: A title']],
    ['done', at('done'), []],
    ['cancelled', at('cancelled'), ['Try again: A title']],
    ['expired', at('expired'), ['Try again: A title']],
  ])('%s', (_, transfer, expected) => {
    line(transfer);
    expect(buttons()).toEqual(expected);
  });

  test('a kept file is saved by a plain link, and says how long it is there', () => {
    line(at('ready', { file }));
    expect(screen.getByText('Save').closest('a')?.getAttribute('href')).toBe('/kept/1');
    expect(screen.getByText(/^Ready, kept until /)).toBeDefined();
  });

  test('a limit is named, with the time it ends', () => {
    line(transferOf({ waitUntil: Date.now() + 60_000, waitsFor: { code: 'limit_reached' } }));
    expect(screen.getByText(/^You have reached the limit for now\. Waits until \d+:\d+/)).toBeDefined();
  });

  test('what the visitor cancelled is told apart from what broke off', () => {
    line({ ...at('cancelled'), isStopped: true });
    expect(screen.getByText('Cancelled')).toBeDefined();
  });

  test('pause becomes resume on the same button, so that the focus stays', () => {
    const pause = vi.fn();
    const { rerender } = line(at('transferring'), { pause });
    const button = screen.getByRole('button', { name: 'Pause A title' });
    fireEvent.click(button);
    expect(pause).toHaveBeenCalledOnce();
    rerender(
      <MantineProvider env="test">
        <TransferLine title="A title" transfer={at('paused')} deeds={DONE_NOTHING} />
      </MantineProvider>,
    );
    expect(screen.getByRole('button', { name: 'Resume A title' })).toBe(button);
  });
});
