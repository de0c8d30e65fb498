import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AudioTrack, Format, Media } from '#/model/media/media.ts';
import { formatOf, resolvedOf } from '../fixtures/resolved.ts';
import { Player } from './Player.tsx';
import { ONLY_SOUND, type Sound } from '../choices/sound.ts';

const FILM = formatOf({ id: '136+140', delivery: 'merge' });
const GIF = formatOf({ id: 'gif', kind: 'image', container: 'gif', delivery: 'transcode', size: null });

type Asked = { url: string; method: string; signal: AbortSignal | null };

/** The server as far as a clip needs it: what was asked, and the answers it gives. */
function serveClips(answer: (asked: Asked) => Response): Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', signal = null }: RequestInit = {}) => {
    const asked = { url, method, signal };
    all.push(asked);
    return answer(asked);
  });
  return all;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

type Options = { canConvert?: boolean; isPrimary?: boolean };
type Shown = { format?: Format | null; sound?: Sound };

function show(media: Partial<Media> = {}, { isPrimary = true, ...options }: Options = {}) {
  const resolved = resolvedOf({ formats: [FILM, GIF], ...media }, options);
  const [onDownload, onOutdated] = [vi.fn(), vi.fn()];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const player = ({ format = FILM, sound = ONLY_SOUND }: Shown = {}) => (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Player
          format={format}
          resolved={resolved}
          formats={resolved.media.formats}
          sound={sound}
          preferred={FILM}
          isPrimary={isPrimary}
          onDownload={onDownload}
          onOutdated={onOutdated}
        >
          {({ film, tools, hasClip }) => (
            <div data-clip={hasClip}>
              {film}
              {tools}
            </div>
          )}
        </Player>
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(player());
  const change = (shown: Shown) => rerender(player(shown));
  return { onDownload, onOutdated, change, video: playing() as HTMLVideoElement };
}

const playing = () => document.querySelector('video');

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const handle = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name });
function type(name: string, value: string): void {
  fireEvent.focus(field(name));
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
}
const link = (name: string) => screen.queryByText(name)?.closest('a')?.getAttribute('href') ?? null;

test('a clip is cut where it was set; the one that comes sooner says how much earlier it starts, asked once its times have settled', async () => {
  const headers = { 'x-clip-start': '8.008', 'x-clip-end': '40.2', 'content-length': '3100000' };
  const asked = serveClips(() => new Response(null, { headers }));
  const { onDownload } = show();
  type('Start', '0:10');
  type('End', '39');
  type('End', '40');
  expect(field('End').value).toBe('0:40.0');
  await screen.findByText(/^Cut at exactly 0:10.0 and 0:40.0\./);
  expect(asked.map(({ url, method }) => `${method} ${url}`)).toEqual(['HEAD /api/video/token-136+140?start=10&end=40']);
  const query = { start: '10', end: '40' };
  const summary = '0:10.0 – 0:40.0 · MP4 · 720p';
  fireEvent.click(screen.getByText('Download clip'));
  expect(onDownload).toHaveBeenLastCalledWith({ formatId: '136+140', summary, query: { ...query, precise: '1' } });
  fireEvent.click(screen.getByText('Fast, 2 sec longer'));
  expect(onDownload).toHaveBeenLastCalledWith({ formatId: '136+140', summary: `${summary} · 3.1 MB`, query });
});

test('a cut that falls where it was set needs no conversion', async () => {
  serveClips(
    () => new Response(null, { headers: { 'x-clip-start': '10', 'x-clip-end': '40.2', 'content-length': '3100000' } }),
  );
  show();
  type('Start', '0:10');
  type('End', '40');
  await screen.findByText('Starts at 0:10.0, ends at 0:40.2, 3.1 MB');
  expect(link('Download clip')).toBe('/api/video/token-136+140?start=10&end=40');
  expect(screen.queryByText(/^Fast/)).toBeNull();
});

test('where the server cannot convert, the clip says where it really falls', async () => {
  serveClips(
    () =>
      new Response(null, { headers: { 'x-clip-start': '8.008', 'x-clip-end': '40.2', 'content-length': '3100000' } }),
  );
  show({}, { canConvert: false });
  type('Start', '0:10');
  type('End', '40');
  await screen.findByText('Starts at 0:08.01, ends at 0:40.2, 3.1 MB');
  expect(link('Download clip')).toBe('/api/video/token-136+140?start=10&end=40');
});

test('a question that is overtaken is broken off', async () => {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', signal = null }: RequestInit = {}) => {
    asked.push({ url, method, signal });
    return new Promise(() => {});
  });
  show();
  type('Start', '10');
  type('End', '40');
  await waitFor(() => expect(asked).toHaveLength(1));
  type('End', '41');
  await waitFor(() => expect(asked[0]?.signal?.aborted).toBe(true));
  expect(screen.getByText('Finding cut points…')).toBeDefined();
});

/** The server refuses a clip, with one code after another, as long as there are some. */
function refuseClips(codes: string[]): Asked[] {
  let refused = '';
  return serveClips(({ method }) => {
    if (method !== 'HEAD') return Response.json({ code: refused }, { status: 422 });
    refused = codes.shift() ?? '';
    return new Response(null, { status: refused === '' ? 200 : 422 });
  });
}

test('a clip whose link has expired is explained, and its post is read again where the visitor wants it', async () => {
  refuseClips(['link_expired']);
  const { onOutdated } = show();
  type('Start', '10');
  type('End', '40');
  expect((await screen.findByRole('alert')).textContent).toContain('This download link has expired.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onOutdated).toHaveBeenCalledOnce();
});

test('a clip that failed in passing is asked for again', async () => {
  refuseClips(['upstream_error']);
  const { onOutdated } = show();
  type('Start', '10');
  type('End', '40');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByText(/^Cut at exactly|^Starts at/)).toBeDefined();
  expect(onOutdated).not.toHaveBeenCalled();
});

test('where trying again does not help a clip, another of its formats may', async () => {
  refuseClips(['media_damaged']);
  show({ formats: [FILM, formatOf({ id: '135+140', heightPx: 480, delivery: 'merge' })] });
  type('Start', '10');
  type('End', '40');
  fireEvent.click(await screen.findByRole('button', { name: 'Try another format' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Quality' }));
  expect(screen.queryByText('Try again')).toBeNull();
});

test('where there is no other, another link may', async () => {
  refuseClips(['media_damaged']);
  show();
  type('Start', '10');
  type('End', '40');
  expect(await screen.findByText('Try another link')).toBeDefined();
  expect(screen.queryByText('Try another format')).toBeNull();
});

test('the buttons of the player and the handles set the times', () => {
  serveClips(() => new Response());
  const { video } = show();
  video.currentTime = 12.347;
  fireEvent.click(screen.getByText('Set start'));
  expect(field('Start').value).toBe('0:12.35');
  video.currentTime = 61;
  fireEvent.click(screen.getByText('Set end'));
  expect([handle('Start').value, handle('End').value]).toEqual(['12.35', '61']);
  fireEvent.change(handle('End'), { target: { value: '70' } });
  expect([field('End').value, video.currentTime]).toEqual(['1:10.0', 70]);
  // A handle stops at the other one.
  fireEvent.change(handle('Start'), { target: { value: '90' } });
  expect(field('Start').value).toBe('1:10.0');
});

test.each([
  ['start', 'Enter a time like 1:23.5 or 83.', 'soon', '40'],
  ['end', 'It ends at 3:07.0.', '10', '9:00'],
  ['end', 'The end must be after the start.', '40', '10'],
])('a bad %s is told at its field: %s', (end, problem, startText, endText) => {
  serveClips(() => new Response());
  show();
  type('Start', startText);
  type('End', endText);
  const bad = field(end === 'start' ? 'Start' : 'End');
  expect(bad.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(bad.getAttribute('aria-describedby') ?? '')?.textContent).toBe(problem);
  expect(link('Download clip')).toBeNull();
});

test('an exact cut and a GIF are offered where the server can convert, a GIF of some seconds only', () => {
  serveClips(() => new Response());
  show();
  type('Start', '10');
  type('End', '40');
  expect(link('Download clip')).toBe('/api/video/token-136+140?start=10&end=40&precise=1');
  expect(link('GIF')).toBe('/api/video/token-gif?start=10&end=40');
  type('End', '40.01');
  expect(link('GIF')).toBeNull();
});

test('without conversion there is the clip alone', () => {
  serveClips(() => new Response());
  show({ formats: [FILM] }, { canConvert: false });
  type('Start', '10');
  type('End', '40');
  expect(link('Download clip')).toBe('/api/video/token-136+140?start=10&end=40');
  expect(link('GIF')).toBeNull();
});

describe('the button of a clip', () => {
  const button = () => screen.getByText('Download clip').closest('a');
  const known = () =>
    new Response(null, { headers: { 'x-clip-start': '10', 'x-clip-end': '40.2', 'content-length': '3100000' } });

  test('says how long it is where it is converted, and how large where it is known', async () => {
    serveClips(known);
    show();
    type('Start', '10');
    type('End', '40');
    expect(button()?.textContent).toBe('Download clip · 0:30.0');
    await waitFor(() => expect(button()?.textContent).toBe('Download clip · 3.1 MB'));
  });

  test('says how large what comes sooner is', async () => {
    const headers = { 'x-clip-start': '8.008', 'x-clip-end': '40.2', 'content-length': '3100000' };
    serveClips(() => new Response(null, { headers }));
    show();
    type('Start', '10');
    type('End', '40');
    const fast = await screen.findByRole('link', { name: 'Fast, 2 sec longer · 3.1 MB' });
    expect(fast.dataset['variant']).toBe('default');
    expect(button()?.textContent).toBe('Download clip · 0:30.0');
  });

  test.each([
    [true, 'filled'],
    [false, 'default'],
  ])('leads on unless something else does: %j', (isPrimary, variant) => {
    serveClips(() => new Response());
    show({}, { isPrimary });
    type('Start', '10');
    expect(document.querySelector('[data-clip]')?.getAttribute('data-clip')).toBe('false');
    type('End', '40');
    expect(document.querySelector('[data-clip]')?.getAttribute('data-clip')).toBe('true');
    expect(button()?.dataset['variant']).toBe(variant);
  });
});

test('a link that points into the video begins the clip there', () => {
  show({ hints: { startS: 90, itemIndex: null } });
  expect(field('Start').value).toBe('1:30.0');
});

test('what is put together plays by the link that shows instead of saving; a picture can be saved once there is one', () => {
  const { video } = show();
  expect(video.getAttribute('src')).toBe('/api/video/preview-136+140');
  const button = screen.getByText('Save frame (PNG)').closest('button');
  expect(button?.disabled).toBe(true);
  Object.defineProperty(video, 'videoWidth', { value: 1280 });
  fireEvent.loadedData(video);
  expect(button?.disabled).toBe(false);
});

describe('a preview that does not play', () => {
  const IMPOSSIBLE = 'Your browser can’t play this format. You can still download it.';
  const first: AudioTrack = { id: '140', language: 'en', kind: 'original', containers: ['mp4'] };
  const other: AudioTrack = { id: '140-es', language: 'es', kind: 'dubbed', containers: ['mp4'] };
  const failIn = (video: Element | null, code = 4) => {
    if (!video) throw new Error('Nothing is played');
    Object.defineProperty(video, 'error', { value: { code } });
    fireEvent.error(video);
  };

  test('is the browser’s fault only where the server gives it; another sound, and the same opened again, are tried', async () => {
    serveClips(() => new Response());
    const { change, video } = show();
    failIn(video);
    expect(await screen.findByText(IMPOSSIBLE)).toBeDefined();
    change({ sound: { tracks: [first, other], track: other } });
    expect(playing()?.getAttribute('src')).toBe('/api/video/preview-136+140?sound=140-es');
    change({});
    expect(screen.getByText(IMPOSSIBLE)).toBeDefined();
    change({ format: null });
    change({});
    expect(playing()?.getAttribute('src')).toBe('/api/video/preview-136+140');
  });

  test('whose link has expired says so, and has its post read again', async () => {
    const asked = refuseClips(['link_expired']);
    const { onOutdated, video } = show();
    failIn(video);
    expect((await screen.findByRole('alert')).textContent).toContain('This download link has expired.');
    expect(screen.queryByText(IMPOSSIBLE)).toBeNull();
    expect(asked[0]).toMatchObject({ method: 'HEAD', url: '/api/video/preview-136+140' });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onOutdated).toHaveBeenCalledOnce();
  });

  test('because the connection is gone is tried again where the visitor wants it, and has the focus then', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { onOutdated, video } = show();
    failIn(video, 2);
    expect((await screen.findByRole('alert')).textContent).toContain('You seem to be offline.');
    const focus = vi.spyOn(HTMLVideoElement.prototype, 'focus');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(playing()?.getAttribute('src')).toBe('/api/video/preview-136+140');
    expect(focus.mock.contexts).toEqual([playing()]);
    expect(onOutdated).not.toHaveBeenCalled();
  });

  test('on, while its bytes can be had, was broken off and is no format that the browser cannot play', async () => {
    serveClips(() => new Response());
    const { video } = show();
    failIn(video, 2);
    const told = (await screen.findByRole('alert')).textContent;
    expect(told).toContain('The connection to the platform kept dropping.');
    expect(told).not.toContain('wasn’t saved');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  test('and was closed meanwhile has not failed when it is opened again', async () => {
    const answers: ((answer: Response) => void)[] = [];
    vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)));
    const { change, video } = show();
    failIn(video);
    change({ format: null });
    change({});
    await act(async () => answers[0]?.(new Response()));
    expect(playing()).not.toBeNull();
  });

  test('takes the clip with it that was set', async () => {
    serveClips(() => new Response());
    const { change, video } = show();
    type('Start', '10');
    type('End', '40');
    expect(document.querySelector('[data-clip="true"]')).not.toBeNull();
    failIn(video);
    await screen.findByText(IMPOSSIBLE);
    change({ sound: { tracks: [first, other], track: other } });
    expect(document.querySelector('[data-clip="false"]')).not.toBeNull();
  });
});

test('the chosen speed is that of each source: of another sound, and of the film opened again', () => {
  const { change, video } = show();
  fireEvent.change(screen.getByRole('combobox', { name: 'Playback speed' }), { target: { value: '2' } });
  expect(video.playbackRate).toBe(2);
  // A browser sets it back before it loads a source.
  video.playbackRate = 1;
  fireEvent.loadStart(video);
  expect(video.playbackRate).toBe(2);
  change({ format: null });
  change({});
  const again = playing() as HTMLVideoElement;
  expect(again.playbackRate).toBe(1);
  fireEvent.loadStart(again);
  expect(again.playbackRate).toBe(2);
});
