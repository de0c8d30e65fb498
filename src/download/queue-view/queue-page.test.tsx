import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatOf, progressOf, queueItemOf, resolvedOf, transferOf } from '../fixtures/resolved.ts';
import { Announcer } from '../workspace/Announcer.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { QueueHeader } from './QueueHeader.tsx';
import { finishedNotifications } from '../choices/notify.ts';
import type { Queue } from '../queue/queue-item.ts';
import { showShare } from '../workspace/title.ts';
import type { Transfer } from '../transfers/transfer-state.ts';

const D1 = '00000000-0000-4000-8000-000000000001';
const queueOf = (transfer: Transfer): Queue => [
  queueItemOf(resolvedOf({ formats: [formatOf()] }), { transfers: { a: transfer } }),
];
const at = (state: Parameters<typeof progressOf>[1]) => transferOf({ downloadId: D1, progress: progressOf(D1, state) });

describe('the title of the page', () => {
  afterEach(() => showShare(null));

  test('begins with how far the downloads are while some run, and is then as it was', () => {
    document.title = 'YouTube videos';
    showShare(0.42);
    expect(document.title).toBe('42% · YouTube videos');
    showShare(0.5);
    expect(document.title).toBe('50% · YouTube videos');
    showShare(null);
    expect(document.title).toBe('YouTube videos');
  });

  test('of another page that was opened meanwhile stays that one', () => {
    document.title = 'YouTube videos';
    showShare(0.42);
    document.title = 'TikTok videos';
    showShare(0.5);
    expect(document.title).toBe('50% · TikTok videos');
    showShare(null);
    expect(document.title).toBe('TikTok videos');
  });
});

test('what is done is told by what it is: saved, or ready to be; and only when it has just come', () => {
  const text = (before: Transfer, now: Transfer) =>
    finishedNotifications(queueOf(before), queueOf(now)).map((entry) => entry.text);
  expect(text(at('transferring'), at('done'))).toEqual(['A title was saved.']);
  expect(text(at('preparing'), at('ready'))).toEqual(['A title is ready to save.']);
  expect([text(at('done'), at('done')), text(at('transferring'), at('failed'))]).toEqual([[], []]);
  expect(finishedNotifications([], queueOf(at('done')))).toEqual([]);
});

test('changes are said aloud once each; what was there at first is no news', () => {
  const { rerender } = render(<Announcer queue={queueOf(at('transferring'))} />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  for (const [state, text] of [
    ['paused', 'A title is paused.'],
    ['transferring', 'A title is paused.'],
    ['cancelled', 'A title was interrupted.'],
    ['done', 'A title was saved.'],
  ] as const) {
    rerender(<Announcer queue={queueOf(at(state))} />);
    expect(status.textContent).toBe(text);
  }
});

describe('the queue as a whole', () => {
  const failedItem = (name: string) =>
    queueItemOf(resolvedOf({}), {
      id: name,
      link: name,
      state: 'failed',
      resolved: null,
      failure: { code: 'timeout' },
    });
  const offered = (queue: Queue) => {
    render(
      <MantineProvider env="test">
        <QueueHeader queue={queue} usage={null} />
      </MantineProvider>,
    );
    return screen.queryAllByRole('button').map(({ textContent }) => textContent);
  };

  test.each([
    { what: 'one link that failed, which its own buttons retry and remove', queue: [failedItem('a')], expected: [] },
    {
      what: 'several that failed',
      queue: [failedItem('a'), failedItem('b')],
      expected: ['Retry failed items', 'Remove failed items'],
    },
    { what: 'one that is done', queue: queueOf(at('done')), expected: ['Clear finished'] },
  ])('of $what, offers $expected', ({ queue, expected }) => {
    expect(offered(queue)).toEqual(expected);
  });

  test('without a connection does not offer to try again, which comes by itself', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(offered([failedItem('a'), failedItem('b')])).toEqual(['Remove failed items']);
  });
});

describe('an entry is moved by its buttons', () => {
  const moved: number[] = [];
  const showAt = (place: number) =>
    render(
      <MantineProvider env="test">
        <MoveButtons name="A title" place={place} count={2} onMove={(by) => void moved.push(by)} />
      </MantineProvider>,
    );
  const button = (name: string) => screen.getByRole('button', { name });
  afterEach(() => void moved.splice(0));

  test('up and down, and the focus stays on the button', () => {
    showAt(2);
    fireEvent.click(button('Move A title up'));
    expect([moved, document.activeElement]).toEqual([[-1], button('Move A title up')]);
  });

  test('at the end of the list the button can be reached, but does nothing', () => {
    showAt(1);
    expect(button('Move A title up').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button('Move A title up'));
    expect(moved).toEqual([]);
  });
});
