import { AsyncLocalStorage } from 'node:async_hooks';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { provideRequestLanguage } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import type { DownloadProgress } from '#/model/download.ts';
import { FAILURE_CODES, type FailureCode } from '#/model/failure.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { formatOf, progressOf, queueItemOf, resolvedOf, soundOf, transferOf } from '../fixtures/resolved.ts';
import { textLabel } from '../formats/format-label.ts';
import type { Transfer } from '../transfers/transfer-state.ts';
import type { TransferHandlers } from '../transfers/TransferActions.tsx';
import { QueueCard } from './QueueCard.tsx';
import { QueueList } from './QueueList.tsx';
import { QueueRow } from './QueueRow.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import { RetryButton } from './RetryButton.tsx';
import { ProgressControl } from '../transfers/ProgressControl.tsx';
import { TransferLine } from '../transfers/TransferLine.tsx';

const spoken = new AsyncLocalStorage<{ locale?: Locale }>();
provideRequestLanguage(spoken);

const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>);

test.each(FAILURE_CODES)('%s is explained: what happened, and what to do', (code) => {
  show(<FailureNote failure={{ code }} />);
  const [title, advice] = screen.getByRole('alert').querySelectorAll('p');
  expect(title?.textContent).toMatch(/^[A-Z].+\.$/);
  expect(advice?.textContent).toMatch(/^[A-Z].+\.$/);
});

const onRetry = vi.fn();
const failedItem = (code: FailureCode, own: Partial<QueueItem> = {}): QueueItem => {
  const item = queueItemOf(resolvedOf({}), { state: 'failed', resolved: null, ...own });
  return { ...item, failure: { code } };
};
const card = (item: QueueItem) =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <QueueCard item={item} place={1} count={1} onMove={() => {}} />
    </QueryClientProvider>,
  );
const remedies = () =>
  within(screen.getByRole('alert'))
    .queryAllByText(/./, { selector: '.mantine-Button-label' })
    .map(({ textContent }) => textContent);

test.each<[FailureCode, string[]]>([
  ['timeout', ['Try again']],
  ['private', ['Open on YouTube', 'Try another link']],
  ['live_now', ['Open on YouTube', 'Try again']],
  ['live_upcoming', ['Open on YouTube', 'Try again']],
  ['account_unavailable', ['Try another link']],
  ['taken_down', ['Try another link']],
])('against %s the card has only what can help, and goes if it is to', (code, expected) => {
  card(failedItem(code));
  expect(remedies()).toEqual([...expected, 'Remove']);
});

test('what leads to no platform cannot be opened there', () => {
  card(failedItem('unsupported_link', { platform: null }));
  expect(remedies()).toEqual(['Try another link', 'Remove']);
});

test('what is announced cannot be tried again before it begins', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const startsAt = new Date(1_000_000 + 60_000).toISOString();
  card({ ...failedItem('live_upcoming'), failure: { code: 'live_upcoming', startsAt } });
  expect(remedies()).toEqual(['Open on YouTube', 'Remove']);
  act(() => vi.advanceTimersByTime(60_000));
  expect(remedies()).toEqual(['Open on YouTube', 'Try again', 'Remove']);
});

test('who is offline is told once what comes of it, and need not try again', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  card(failedItem('offline'));
  expect(remedies()).toEqual(['Remove']);
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(remedies()).toEqual(['Try again', 'Remove']);
  const said = [...screen.getByRole('alert').querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(said).toEqual(['You seem to be offline.', 'It continues by itself when you’re back online.']);
});

test.each<[FailureCode, string[]]>([
  ['timeout', ['Try again']],
  ['live_now', ['Open on YouTube']],
  ['private', ['Open on YouTube']],
  ['taken_down', []],
])('a row has room for the best against %s: %j', (code, expected) => {
  show(<QueueRow item={failedItem(code)} onOpen={() => {}} />);
  const offered = [...document.querySelectorAll('.mantine-Button-label')].map(({ textContent }) => textContent);
  expect(offered).toEqual(expected);
});

test.each([
  [
    ['timeout', 'timeout', 'timeout'],
    ['Failed', 'Failed', 'Failed'],
  ],
  [
    ['timeout', 'timeout', 'private'],
    ['timeout', 'timeout', 'private'],
  ],
] as const)('rows that failed of %j say %j: of what all failed is said above them', (codes, expected) => {
  const queue = codes.map((code, place) => failedItem(code, { id: `${place}`, link: `https://youtu.be/${place}` }));
  show(
    <QueryClientProvider client={new QueryClient()}>
      <QueueList queue={queue} opened={null} onOpen={() => {}} />
    </QueryClientProvider>,
  );
  const titleOf = (text: string) => (text === 'Failed' ? text : FAILURE_TEXT[text as FailureCode].title());
  const said = screen.getAllByRole('article').map((row) => row.querySelector('p')?.textContent);
  expect(said).toEqual(expected.map(titleOf));
  expect(screen.queryAllByRole('alert').map(({ dataset }) => dataset['code'])).toEqual(
    expected[0] === 'Failed' ? ['timeout'] : [],
  );
});

test.each<[FailureCode, string | null]>([
  ['live_now', 'true'],
  ['private', null],
])('%s is told as what goes by with time: %j', (code, heals) => {
  show(<FailureNote failure={{ code }} />);
  expect(screen.getByRole('alert').getAttribute('data-heals')).toBe(heals);
});

test('a platform that told how long it refuses is counted down to', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  show(<RetryButton failure={null} onRetry={onRetry} until={1_000_000 + 62_000} />);
  const button = screen.getByRole('button');
  expect(button.textContent).toBe('Try again in 2 min');
  fireEvent.click(button);
  expect(onRetry).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(62_000));
  expect(button.textContent).toBe('Try again');
  fireEvent.click(button);
  expect(onRetry).toHaveBeenCalledOnce();
});

test('a link that waits says for how long, by the second in the last minute', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  card({ ...failedItem('limit_reached'), state: 'waiting', waitUntil: 1_000_000 + 42_000 });
  expect(screen.getByRole('timer').textContent).toBe('Continues in 42 sec.');
  act(() => vi.advanceTimersByTime(2_000));
  expect(screen.getByRole('timer').textContent).toBe('Continues in 40 sec.');
});

test('what is meant by a failure is to be had behind its reason', () => {
  show(<FailureNote failure={{ code: 'private' }} />);
  const explained = screen.getByRole('link', { name: 'What does this mean?' });
  expect(explained.previousElementSibling?.textContent).toBe('This post is private.');
});

test.each(['ja', 'zh'] as const)(
  'in %s a reason, and what is behind it, stand without a space between them',
  (locale) => {
    spoken.run({ locale }, () => show(<FailureNote failure={{ code: 'private' }} />));
    expect(screen.getByRole('alert').textContent).toMatch(/^[^ ]+。[^ ]+$/);
  },
);

test('where nobody knows when something starts, that is said', () => {
  const { rerender } = show(<FailureNote failure={{ code: 'live_upcoming' }} />);
  expect(screen.getByText('The start time isn’t known yet.')).toBeDefined();
  rerender(<FailureNote failure={{ code: 'live_now' }} />);
  expect(screen.queryByText('The start time isn’t known yet.')).toBeNull();
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
  expect(screen.queryByText('The start time isn’t known yet.')).toBeNull();
  expect(time?.textContent).toMatch(/^Starts on Friday, November 27 at 8:00\sPM, in 3 hours\.$/);
  act(() => vi.advanceTimersByTime(2.5 * 3_600_000));
  expect(time?.textContent).toContain('in 30 minutes.');
  act(() => vi.advanceTimersByTime(3_600_000));
  expect(time?.textContent).toMatch(/^It was due to start on Friday/);
});

test('the server says the start of what is announced in UTC, since it does not know where the visitor is', () => {
  const failure = { code: 'live_upcoming', startsAt: '2026-11-27T20:00:00.000Z' } as const;
  expect(renderToString(<FailureNote failure={failure} />)).toMatch(/>Nov 27, 2026, 8:00\sPM UTC<\/time>/);
});

const DONE_NOTHING = { pause: () => {}, resume: () => {}, stop: () => {}, retry: () => {} };
const D1 = '00000000-0000-4000-8000-000000000001';
const at = (state: DownloadProgress['state'], own: Partial<DownloadProgress> = {}) =>
  transferOf({ downloadId: D1, progress: progressOf(D1, state, own) });
const line = (transfer: Transfer, actions: Partial<TransferHandlers> = {}) =>
  show(<TransferLine title="A title" transfer={transfer} actions={{ ...DONE_NOTHING, ...actions }} />);
const buttons = () =>
  [...document.querySelectorAll('button, a')].map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);

test('in the place of its button it says the same in short, and the focus of that button goes to it', () => {
  const sizes = { receivedBytes: 48_300_000, totalBytes: 112_000_000, bytesPerS: 21_000_000 };
  const pause = vi.fn();
  show(<ProgressControl title="A title" transfer={at('transferring', sizes)} actions={{ ...DONE_NOTHING, pause }} />);
  const control = screen.getByRole('progressbar').parentElement;
  expect(control?.textContent).toBe('43% 21 MB/s · 4 sec left');
  expect(document.activeElement).toBe(control);
  fireEvent.click(screen.getByRole('button', { name: 'Pause A title' }));
  expect(pause).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Cancel A title' })).toBeDefined();
});

test.each<[string, Transfer, string]>([
  ['paused', at('paused'), 'Paused 50%'],
  ['prepared', at('preparing'), 'Preparing 50%'],
  ['begun, but of no known speed', at('transferring', { bytesPerS: 0 }), '50% 100 byte'],
  ['of unknown length', at('transferring', { totalBytes: null }), '50 byte 10 byte/s'],
  ['waiting', transferOf(), 'Queued '],
])('one that is %s says so in short', (_, transfer, text) => {
  show(<ProgressControl title="A title" transfer={transfer} actions={DONE_NOTHING} />);
  expect(screen.getByRole('progressbar').parentElement?.textContent).toBe(text);
});

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

describe('where trying again does not help a failed transfer', () => {
  const damaged = at('failed', { failure: { code: 'media_damaged' } });

  test('it can be removed, and had back', () => {
    const stop = vi.fn();
    line(damaged, { stop });
    expect(remedies()).toEqual(['Remove']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(stop).toHaveBeenCalledOnce();
  });

  test('its card leads to its other formats', () => {
    card(queueItemOf(resolvedOf({ formats: [formatOf({ id: '18' })] }), { transfers: { one: damaged } }));
    const formats = screen.getByText(/^All formats/);
    expect(formats.closest('details')?.open).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Try another format' }));
    expect(formats.closest('details')?.open).toBe(true);
    expect(document.activeElement).toBe(formats);
  });
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
    ['ready', at('ready', { file }), ['Save A title', 'Delete file: A title']],
    ['done', at('done'), ['Show me where', 'Another link']],
    ['cancelled by the visitor', { ...at('cancelled'), isStopped: true }, ['Undo: A title']],
    ['cancelled', at('cancelled'), ['Try again: A title']],
    ['expired', at('expired'), ['Try again: A title']],
  ])('%s', (_, transfer, expected) => {
    line(transfer);
    expect(buttons()).toEqual(expected);
  });

  test('a kept file is saved by a plain link, and says how long it is there', () => {
    line(at('ready', { file }));
    expect(screen.getByText('Save').closest('a')?.getAttribute('href')).toBe('/kept/1');
    expect(screen.getByText(/^Ready until /)).toBeDefined();
  });

  test('a limit is named, with the time it ends', () => {
    line(transferOf({ waitUntil: Date.now() + 60_000, waitsFor: { code: 'limit_reached' } }));
    expect(screen.getByText(/^You’ve reached the limit for now\. Waiting until \d+:\d+/)).toBeDefined();
  });

  test('what the visitor cancelled can be had back for some seconds, and for as long as somebody is at it', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const retry = vi.fn();
    line({ ...at('cancelled'), isStopped: true }, { retry });
    const undo = screen.getByRole('button', { name: 'Undo: A title' });
    expect(document.activeElement).toBe(undo);
    act(() => vi.advanceTimersByTime(60_000));
    fireEvent.click(undo);
    expect(retry).toHaveBeenCalledOnce();
    act(() => undo.blur());
    act(() => vi.advanceTimersByTime(8_000));
    expect(document.querySelector('[data-state]')).toBeNull();
  });

  const onDevice = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);

  test('a file that is saved says where it is, and as what', () => {
    line({ ...at('done'), fileName: 'A title (720p).mp4' });
    expect(screen.getByTitle('A title (720p).mp4').textContent).toBe('A title (720p).mp4');
    fireEvent.click(screen.getByRole('button', { name: 'Show me where', expanded: false }));
    expect(screen.getByText(/^Press Ctrl\+J to see/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Show me where', expanded: true })).toBeDefined();
  });

  test('of a long name the middle is left out where there is no room: its end has a part of its own', () => {
    const fileName = 'River Works - How a cable ferry crosses a river 🚢 (1080p).mp4';
    line({ ...at('done'), fileName });
    const parts = [...screen.getByTitle(fileName).children].map(({ textContent }) => textContent);
    expect(parts).toEqual(['River Works - How a cable ferry crosses a riv', 'er 🚢 (1080p).mp4']);
  });

  test.each([
    ['film.mp4', true],
    ['song.mp3', false],
  ])('on an iPhone the way of %s to the photos is told at once: %j', (fileName, isTold) => {
    onDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1');
    line({ ...at('done'), fileName });
    expect(screen.getByRole('button', { name: 'Show me where', expanded: isTold })).toBeDefined();
    expect(screen.queryByText(/^Tap Save Video/) !== null).toBe(isTold);
  });

  test.each([
    ['is seen to be saved', true],
    ['was saved when the page was opened', false],
  ])('the way to the photos is brought into view where the file %s: %j', (_, hasBeenActive) => {
    onDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1');
    vi.stubGlobal('navigator', Object.create(navigator, { userActivation: { value: { hasBeenActive } } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    line({ ...at('done'), fileName: 'film.mp4' });
    expect(scroll.mock.contexts).toEqual(hasBeenActive ? [screen.getByRole('list').parentElement] : []);
  });

  test('pause becomes resume on the same button, so that the focus stays', () => {
    const pause = vi.fn();
    const { rerender } = line(at('transferring'), { pause });
    const button = screen.getByRole('button', { name: 'Pause A title' });
    fireEvent.click(button);
    expect(pause).toHaveBeenCalledOnce();
    rerender(
      <MantineProvider env="test">
        <TransferLine title="A title" transfer={at('paused')} actions={DONE_NOTHING} />
      </MantineProvider>,
    );
    expect(screen.getByRole('button', { name: 'Resume A title' })).toBe(button);
  });
});

describe('names that are written from right to left', () => {
  const FOREIGN = /\p{Script=Hebrew}/u;
  const ISOLATED = /\u2068[^\u2069]*\u2069/gu;
  const foreign = resolvedOf({
    title: 'סרט 2',
    author: { name: 'ערוץ', url: null },
    publishedAt: '2026-09-01T00:00:00Z',
    chapters: [{ title: 'פרק 3', startS: 0, endS: 187 }],
    audioTracks: ['א', 'ב'].map((trackName, place) => ({
      id: `${140 + place}`,
      language: 'he',
      kind: 'original',
      trackName,
      containers: ['mp4'],
    })),
    textTracks: ['א', 'ב'].map((trackName) => ({
      id: `sub-${trackName}`,
      language: 'he',
      trackName,
      automatic: false,
    })),
    formats: [
      formatOf({ id: '136+140', delivery: 'merge' }),
      soundOf({ language: 'he', trackName: 'א' }),
      formatOf({ id: 'sub-א.srt', kind: 'subtitles', container: 'srt', language: 'he', trackName: 'א' }),
      formatOf({ id: 'sub-א.vtt', kind: 'subtitles', container: 'vtt', language: 'he', trackName: 'א' }),
    ],
  });
  /** Texts with such names that are no element of their own, and not marked as foreign: what stands beside them changes places with them. */
  const loose = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      const isOwn = parentElement?.closest('bdi');
      if (!isOwn && FOREIGN.test(textContent?.replaceAll(ISOLATED, '') ?? '')) found.push(textContent ?? '');
    }
    return found;
  };
  const modes = ['video', 'audio', 'subtitles'] as const;

  test.each(modes)('stay apart from the facts in a row of %s', (mode) => {
    show(<QueueRow item={queueItemOf(foreign, { mode })} onOpen={() => {}} />);
    expect(screen.getByText('ערוץ').parentElement?.textContent).toMatch(/^ערוץ · 3:07/);
    expect(loose()).toEqual([]);
  });

  test.each(modes)('stay apart from the facts in a card of %s, whatever is unfolded', async (mode) => {
    const transfers = {
      a: transferOf({ summary: `SRT · ${textLabel({ language: 'he', trackName: 'א', automatic: false })}` }),
    };
    card(queueItemOf(foreign, { mode, transfers }));
    expect(screen.getByText('by ערוץ').parentElement?.textContent).toBe('by ערוץ · Sep 1, 2026');
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    fireEvent.focus(screen.getByRole('slider', { name: 'Playback position' }));
    expect(screen.getByText('פרק 3')).toBeDefined();
    expect(loose()).toEqual([]);
  });
});
