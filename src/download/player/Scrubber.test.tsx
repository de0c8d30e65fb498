import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Media } from '#/model/media/media.ts';
import { formatOf, resolvedOf } from '../fixtures/resolved.ts';
import { Player } from './Player.tsx';
import { ONLY_SOUND } from '../choices/sound.ts';
import { pictureAt, readStoryboard } from './storyboard.ts';

const LINK = '/api/video/storyboard';
const TRACK = `WEBVTT

00:00:00.000 --> 00:00:02.000
?sheet=0#xywh=0,0,160,90

00:00:02.000 --> 00:00:04.000
?sheet=0#xywh=160,90,160,90

01:00:04.000 --> 01:00:06.500
?sheet=1#xywh=0,0,160,90
`;
const CHAPTERS: Media['chapters'] = [
  { title: 'Intro', startS: 0, endS: 2 },
  { title: 'The end', startS: 2, endS: 4 },
];

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(storyboard: string | null, answer = () => new Response(TRACK)) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
  const film = formatOf({ id: '18' });
  const resolved = resolvedOf({ formats: [film], chapters: CHAPTERS, durationS: 4 }, { storyboard });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Player
          format={film}
          resolved={resolved}
          formats={[film]}
          sound={ONLY_SOUND}
          preferred={film}
          isPrimary
          onOutdated={() => {}}
          onDownload={() => {}}
        >
          {({ film, tools }) => (
            <>
              {film}
              {tools}
            </>
          )}
        </Player>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { asked, video: document.querySelector('video') as HTMLVideoElement };
}

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Playback position' });
const moment = () => document.querySelector('[style*="--share"]')?.textContent;
const picture = () => document.querySelector<HTMLElement>('[style*="background-image"]')?.style ?? null;

test('a moment that is pointed at is shown, with its time and chapter; nothing is asked for before', async () => {
  const { asked } = show(LINK);
  slider().getBoundingClientRect = () => new DOMRect(100, 0, 400, 44);
  expect(asked).toEqual([]);
  fireEvent.pointerMove(slider(), { clientX: 350 });
  await waitFor(() => expect(picture()?.backgroundPosition).toBe('-160px -90px'));
  expect(picture()?.backgroundImage).toMatch(/\/api\/video\/storyboard\?sheet=0"?\)$/);
  expect(moment()).toBe('0:02 · The end');
  fireEvent.pointerMove(slider(), { clientX: 0 });
  expect(picture()?.backgroundPosition).toBe('0px 0px');
  expect(moment()).toBe('0:00 · Intro');
  fireEvent.pointerLeave(slider());
  expect(picture()).toBeNull();
  expect(asked).toEqual([LINK]);
});

test('by keyboard the player moves, and the slider says where it is', async () => {
  const { video } = show(LINK);
  fireEvent.focus(slider());
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  expect(video.currentTime).toBe(4);
  fireEvent.change(slider(), { target: { value: '2.5' } });
  expect(video.currentTime).toBe(2.5);
  fireEvent.timeUpdate(video);
  expect(slider().getAttribute('aria-valuetext')).toBe('0:02 · The end');
  await waitFor(() => expect(picture()?.backgroundPosition).toBe('-160px -90px'));
  fireEvent.blur(slider());
  expect(picture()).toBeNull();
});

test('pictures that cannot be had leave time and chapter', async () => {
  const { asked } = show(LINK, () => new Response('{}', { status: 410 }));
  fireEvent.focus(slider());
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(moment()).toBe('0:00 · Intro');
  expect(picture()).toBeNull();
});

test('without a storyboard there are time and chapter, and nothing is asked', () => {
  const { asked } = show(null);
  fireEvent.focus(slider());
  expect(moment()).toBe('0:00 · Intro');
  expect(asked).toEqual([]);
});

test('there is one line of the film: where it stands, and the ends of the clip, whose moments are shown as they are moved', async () => {
  show(LINK);
  const { parentElement: line } = slider();
  expect(screen.getAllByRole('slider').map(({ parentElement }) => parentElement)).toEqual([line, line, line]);
  const end = screen.getByRole('slider', { name: 'End' });
  fireEvent.change(end, { target: { value: '2.5' } });
  expect(moment()).toBe('0:02 · The end');
  await waitFor(() => expect(picture()?.backgroundPosition).toBe('-160px -90px'));
  fireEvent.pointerLeave(end);
  expect(moment()).toBeUndefined();
  fireEvent.pointerEnter(end);
  expect(moment()).toBe('0:02 · The end');
  fireEvent.pointerLeave(end);
  expect(moment()).toBeUndefined();
});

test('a track is read: times with hours, parts of sheets; what is none gives no pictures', () => {
  const pictures = readStoryboard(TRACK, LINK);
  expect(pictures).toHaveLength(3);
  expect(pictures[2]).toMatchObject({ startS: 3604, endS: 3606.5, x: 0, y: 0, widthPx: 160, heightPx: 90 });
  expect(pictureAt(pictures, 1.99)).toBe(pictures[0]);
  expect(pictureAt(pictures, 100)).toBe(pictures[1]);
  expect(readStoryboard('<html>', LINK)).toEqual([]);
  expect(pictureAt([], 1)).toBeUndefined();
});
