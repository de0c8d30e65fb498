import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ok } from '#/model/failure.ts';
import type { Format } from '#/model/media/media.ts';
import { formatOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import type { Mode } from '../form/mode.ts';

const film = (heightPx: number, own: Partial<Format> = {}) =>
  formatOf({ id: `${heightPx}`, heightPx, widthPx: heightPx * 2, ...own });
const mp3 = (kbps: number) =>
  soundOf({ id: `mp3-${kbps}`, container: 'mp3', delivery: 'transcode', audioBitrateKbps: kbps, size: null });
const answer = resolvedOf({
  platform: 'tiktok',
  formats: [
    film(720, { id: 'h265', videoCodec: 'h265', compatibility: 'modern' }),
    film(576, { id: 'h264', recommended: true }),
    film(360),
    soundOf(),
    mp3(320),
    mp3(192),
  ],
});
const LINKS = ['https://www.tiktok.com/@a/video/1', 'https://www.tiktok.com/@a/video/2'];

/** A page of a device with two links of the same film: the first as a row, the second as a card, and what the browser is sent for. */
async function open(mode: Mode, { playsH265 }: { playsH265: boolean }) {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(playsH265 ? 'probably' : '');
  const sentFor: string[] = [];
  const take = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    sentFor.push(formatOfLink(event.target));
  };
  addEventListener('click', take);
  // The server: there is a place for each file, and nothing more is heard of it.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  onTestFinished(() => {
    removeEventListener('click', take);
    vi.unstubAllGlobals();
  });
  // A device is asked once, and has one queue.
  vi.resetModules();
  localStorage.clear();
  const [{ QueueHeader }, { QueueRow }, { QueueCard }, { useQueue }, { addLinks, restoreQueue }] = await Promise.all([
    import('./QueueHeader.tsx'),
    import('./QueueRow.tsx'),
    import('./QueueCard.tsx'),
    import('../queue/use-queue.ts'),
    import('../queue/queue-store.ts'),
  ]);
  function Page() {
    const queue = useQueue();
    const [row, card] = queue;
    return (
      <MantineProvider env="test">
        <QueueHeader queue={queue} usage={null} />
        {row && <QueueRow item={row} onOpen={() => {}} />}
        {card && <QueueCard item={card} place={2} count={2} onMove={() => {}} />}
      </MantineProvider>
    );
  }
  restoreQueue();
  const links = LINKS.map((link) => ({ link, platform: 'tiktok' as const }));
  addLinks(links, mode, { known: new Map(LINKS.map((link) => [link, ok(answer)])) });
  render(<Page />);
  return sentFor;
}

const formatOfLink = ({ pathname }: HTMLAnchorElement) => pathname.slice('/api/video/token-'.length);
const entries = () => screen.getAllByRole('article');
const offered = () =>
  entries().flatMap((entry) => {
    const link = entry.querySelector<HTMLAnchorElement>('a[download]');
    return link ? formatOfLink(link) : [];
  });
/** What there is to pick from, in the row and in the menu of the card. */
const picks = () => [
  [...(entries()[0]?.querySelectorAll('option') ?? [])].map(({ value }) => value),
  [...(entries()[1]?.querySelectorAll<HTMLAnchorElement>('[popover] li > a') ?? [])].map(formatOfLink),
];

test.each<[Mode, boolean, string]>([
  ['video', true, 'h265'],
  ['video', false, 'h264'],
  ['audio', false, 'mp3-192'],
])(
  'asked for %s, where H.265 is played: %j, the card, the row and "Download all" give %s',
  async (mode, playsH265, id) => {
    const sentFor = await open(mode, { playsH265 });
    expect(offered()).toEqual([id, id]);
    const [row, card] = picks();
    expect(row).toEqual(card);
    expect(row).toContain(id);
    fireEvent.click(screen.getByRole('button', { name: 'Download all (2)' }));
    await waitFor(() => expect(sentFor).toEqual([id, id]));
  },
);

test('a row says of each file how large it is', async () => {
  await open('video', { playsH265: false });
  const said = [...(entries()[0]?.querySelectorAll('option') ?? [])].map(({ textContent }) => textContent);
  expect(said).toEqual([
    '720p · 48.3 MB',
    '576p · 48.3 MB',
    '360p · 48.3 MB',
    expect.stringMatching(/^MP3 /),
    expect.stringMatching(/^M4A /),
  ]);
});
