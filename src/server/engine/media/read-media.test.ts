import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { allFormats, Media } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import { recognise } from '../links/link.ts';
import type { Recipe } from './extraction.ts';
import { readMedia, type ReadMedia } from './read-media.ts';
import { sameFormat } from './same-format.ts';
import { ExtractorInfo } from '../worker/info.ts';

const LINKS: Record<string, string> = {
  'youtube-two-languages': 'https://www.youtube.com/watch?v=MultiAudio1',
  'youtube-hls-only': 'https://www.youtube.com/watch?v=Hls60fps001',
  'youtube-playlist': 'https://www.youtube.com/playlist?list=PLreplica0000000000000000000000001',
  'facebook-video': 'https://www.facebook.com/watch/?v=900000000000001',
  'instagram-carousel': 'https://www.instagram.com/p/REPLICAca02/',
  'tiktok-video': 'https://www.tiktok.com/embed/v2/7400000000000000001',
  'tiktok-slideshow': 'https://www.tiktok.com/@_/video/7400000000000000002',
  'twitter-mixed': 'https://twitter.com/i/status/1800000000000000009',
  'twitter-animation': 'https://x.com/replica/status/1800000000000000003',
};

type Recorded = { info: Record<string, unknown>; warnings: string[] };

/** Reads what a worker once answered, changed by `edit`. */
function read(name: string, edit: (info: Record<string, unknown>) => void = () => {}) {
  const recorded = JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/${name}.json`), 'utf8')) as Recorded;
  edit(recorded.info);
  const link = recognise(LINKS[name] ?? '');
  if (!link.ok || !('media' in link.value)) throw new Error(`no link for ${name}`);
  return readMedia(link.value.platform, link.value.media, v.parse(ExtractorInfo, recorded.info), {
    warnings: recorded.warnings,
    refusals: [],
    canConvert: true,
  });
}

function mediaOf(result: ReturnType<typeof read>): ReadMedia {
  if (!('ok' in result)) throw new Error(result.code);
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

/** Ids of the sources that a recipe takes. */
function sourcesOf(recipe: Recipe): string[] {
  if (recipe.kind === 'convert') return sourcesOf(recipe.of);

  return recipe.kind === 'direct' ? [recipe.from] : [recipe.video, recipe.audio].filter((id) => id !== null);
}

const ids = (formats: Media['formats']) => formats.map(({ id, recommended }) => (recommended ? `${id}*` : id));

describe('what the workers answered', () => {
  it.each(Object.keys(LINKS).filter((name) => name !== 'youtube-hls-only'))(
    '%s obeys the model, and keeps upstream addresses apart',
    (name) => {
      const { media, sources, recipes } = mediaOf(read(name));
      expect(v.parse(Media, media)).toEqual(media);
      const formats = allFormats(media);
      expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
      expect([...recipes.keys()].sort()).toEqual(formats.map(({ id }) => id).sort());
      for (const id of [...recipes.values()].flatMap(sourcesOf)) expect(sources.has(id)).toBe(true);
      for (const { url } of sources.values())
        expect(JSON.stringify(media)).not.toContain(new URL(url).pathname.slice(1));
      if (media.kind !== 'playlist') {
        for (const { formats: own } of media.items.length ? media.items : [media])
          expect(own.filter(({ recommended }) => recommended)).toHaveLength(1);
      }
      for (const id of [media.thumbnailId, ...media.items.map((item) => item.thumbnailId)])
        expect(formats.find((format) => format.id === id)?.kind).toBe('image');
    },
  );

  it('YouTube: the original, the dubbed and the described sound of one language are three', () => {
    const xtags = (kind: string, language: string) => `xtags=${encodeURIComponent(`acont=${kind}:lang=${language}`)}`;
    const { media, sources, sourceFormats } = mediaOf(
      read('youtube-two-languages', (info) => {
        const formats = info['formats'] as Record<string, unknown>[];
        const sound = formats.find(({ format_id: id }) => id === '140-1');
        const tracks = [
          ['140-0', 'English descriptive', 'en-desc', -10, 'descriptive'],
          ['140-1', 'English dubbed', 'en', -1, 'dubbed-auto'],
          ['140-2', 'English original (default)', 'en', 10, 'original'],
        ] as const;
        info['formats'] = [
          ...formats.filter(({ format_id: id }) => !String(id).startsWith('140')),
          ...tracks.map(([id, name, language, preference, kind]) => ({
            ...sound,
            format_id: id,
            format_note: `${name}, medium`,
            language,
            language_preference: preference,
            url: `https://rr1.googlevideo.com/videoplayback?id=${kind}&${xtags(kind, 'en')}`,
          })),
        ];
      }),
    );
    const sounds = [...sourceFormats.byId.values()]
      .map(({ format }) => format)
      .filter(({ kind, container }) => kind === 'audio' && container === 'm4a');
    expect(sounds.map(({ id, language, trackName }) => [id, language, trackName])).toEqual([
      ['140-en', 'en', 'English original'],
      ['140-en-dubbed-auto', 'en', 'English dubbed'],
      ['140-en-desc', 'en', 'English descriptive'],
    ]);
    expect(sounds.map(({ id }) => new URL(sources.get(id)?.url ?? '').searchParams.get('id'))).toEqual([
      'original',
      'dubbed-auto',
      'descriptive',
    ]);
    const films = media.formats.filter(({ id }) => id.startsWith('298+'));
    expect(films.map(({ id, trackName, recommended }) => [id, trackName, recommended])).toEqual([
      ['298+140-en', 'English original', true],
    ]);
    expect(media.audioTracks.map(({ id, kind, trackName }) => [id, kind, trackName])).toEqual([
      ['en', 'original', 'English original'],
      ['en-dubbed', 'dubbed', 'English dubbed'],
      ['en-descriptive', 'descriptive', 'English descriptive'],
    ]);
  });

  it('YouTube: sound of a language that has one track only needs no name', () => {
    const { media } = mediaOf(read('youtube-two-languages'));
    expect(media.formats.filter(({ trackName }) => trackName !== undefined)).toEqual([]);
  });

  it('YouTube: texts with a name keep their language and it, beside those without', () => {
    const track = (lang: string, name?: string) => [
      { ext: 'vtt', url: `https://www.youtube.com/api/timedtext?v=a&lang=${lang}&fmt=vtt`, ...(name && { name }) },
    ];
    const { media } = mediaOf(
      read('youtube-two-languages', (info) => {
        info['subtitles'] = {
          ar: track('ar', 'Arabic'),
          'ar-kH2EDplw2PE': track('ar', 'Arabic - Quranic'),
          'en-abcde-fghij': track('en', 'English - CC1'),
          'zh-Hans-nP7-2PuUl7o': track('zh-Hans'),
          'en-GB-oxendict': track('en-GB-oxendict'),
          'not a language': track('xx yy'),
        };
      }),
    );
    const texts = media.formats.filter(
      ({ kind, container, automatic }) => kind === 'subtitles' && container === 'vtt' && !automatic,
    );
    expect(texts.map(({ id, language, trackName }) => [id, language, trackName])).toEqual([
      ['sub-en-abcde-fghij.vtt', 'en', 'CC1'],
      ['sub-en-GB-oxendict.vtt', 'en-GB-oxendict', undefined],
      ['sub-zh-Hans-nP7-2PuUl7o.vtt', 'zh-Hans', 'nP7-2PuUl7o'],
      ['sub-ar.vtt', 'ar', undefined],
      ['sub-ar-kH2EDplw2PE.vtt', 'ar', 'Quranic'],
    ]);
    expect(media.textTracks.find(({ id }) => id === 'sub-ar-kH2EDplw2PE')?.trackName).toBe('Quranic');
  });

  it.each([
    ['1080p60', 1920, 640, 1080],
    ['English original, 1440p', 2560, 1080, 1440],
    ['1080p', 1080, 1920, undefined],
    ['2160p', 1280, 720, undefined],
    ['hd720', 1280, 544, undefined],
  ])('YouTube: what it calls %s of %i × %i has quality %s', (note, width, height, quality) => {
    const { media } = mediaOf(
      read('youtube-two-languages', (info) => {
        const formats = info['formats'] as Record<string, unknown>[];
        Object.assign(formats.find(({ format_id: id }) => id === '298') ?? {}, { format_note: note, width, height });
      }),
    );
    const film = media.formats.find(({ id }) => id === '298+140-en');
    expect([film?.quality, film?.widthPx, film?.heightPx]).toEqual([quality, width, height]);
    expect(film && pictureQuality(film)).toBe(quality ?? Math.min(width, height));
  });

  it('YouTube: one file with sound, silent ones, two languages of sound, texts, chapters', () => {
    const { media, sources, sourceFormats } = mediaOf(read('youtube-two-languages'));
    expect(ids(media.formats)).toEqual([
      '298+140-en*',
      '136+140-en',
      '18',
      '134+140-en',
      '160+140-en',
      '298',
      '136',
      '247',
      '134',
      '243',
      '160',
      '140-en',
      'mp3-320',
      'mp3-192',
      'mp3-128',
      'mp3-vbr',
      'flac',
      'wav',
      'sub-en.vtt',
      'sub-en.srt',
      'sub-en.txt',
      'sub-en-auto.vtt',
      'sub-en-auto.srt',
      'sub-en-auto.txt',
      'thumb',
      'gif',
    ]);
    const byId = Object.fromEntries(media.formats.map((format) => [format.id, format]));
    expect(byId['18']).toMatchObject({
      kind: 'video+audio',
      container: 'mp4',
      videoCodec: 'h264',
      audioCodec: 'aac',
      heightPx: 360,
      compatibility: 'everywhere',
      delivery: 'direct',
    });
    expect(byId['18']?.size?.exact).toBe(true);
    expect(byId['247']).toMatchObject({
      kind: 'video',
      videoCodec: 'vp9',
      audioCodec: null,
      compatibility: 'modern',
      container: 'webm',
    });
    expect(sourceFormats.byId.get('140-es')?.format).toMatchObject({
      kind: 'audio',
      language: 'es',
      audioCodec: 'aac',
      container: 'm4a',
    });
    expect(media.audioTracks).toEqual([
      { id: 'en', language: 'en', kind: 'original', containers: ['mp4'] },
      { id: 'es', language: 'es', kind: 'dubbed', containers: ['mp4'] },
    ]);
    expect(byId['sub-en-auto.srt']).toMatchObject({
      kind: 'subtitles',
      language: 'en',
      automatic: true,
      container: 'srt',
    });
    expect(sources.get('sub-en.srt')?.subtitles).toEqual({ from: 'vtt', to: 'srt' });
    expect(sources.get('18')).toMatchObject({
      maxRangeBytes: 10 * 1024 * 1024,
      contentType: 'video/mp4',
      availableAt: expect.any(Number),
    });
    expect(sources.get('18')?.expiresAt).toBeGreaterThan(Date.UTC(2026, 0));
    expect(media).toMatchObject({
      kind: 'video',
      durationS: 4,
      author: { name: 'Replica Channel', url: 'https://www.youtube.com/@replicachannel' },
    });
    expect(media.chapters[0]).toEqual({ title: 'Intro', startS: 0, endS: 2 });
  });

  it('a video in segments only is offered in them', () => {
    const { media, sources, recipes } = mediaOf(read('youtube-hls-only'));
    expect(ids(media.formats)[0]).toBe('93*');
    expect(media.formats[0]).toMatchObject({
      kind: 'video+audio',
      container: 'mp4',
      delivery: 'merge',
      size: { exact: false },
    });
    expect(sources.get('93')).toMatchObject({ playlist: 'hls' });
    expect(recipes.get('93')).toEqual({ kind: 'segments', video: '93', audio: null });
  });

  it('a playlist brings links, not formats', () => {
    const { media } = mediaOf(read('youtube-playlist'));
    expect(media).toMatchObject({ kind: 'playlist', title: 'Replica playlist', itemCount: 4, thumbnailId: '1.thumb' });
    expect(media.items.map(({ index, link }) => [index, link])).toEqual(
      ['OKvideo0001', 'Shorts00001', 'Private0001', 'BigFile0001'].map((id, n) => [
        n + 1,
        `https://www.youtube.com/watch?v=${id}`,
      ]),
    );
    expect(read('youtube-playlist', (info) => Object.assign(info, { entries: [] }))).toMatchObject({
      failure: { code: 'not_found' },
    });
  });

  it('Facebook: files without known codecs are whole; the better of two comes first', () => {
    const { media } = mediaOf(read('facebook-video'));
    expect(ids(media.formats)).toEqual([
      '1002v+1000a*',
      '1001v+1000a',
      '1000v+1000a',
      'hd',
      'sd',
      '1002v',
      '1001v',
      '1000v',
      '1000a',
      'mp3-320',
      'mp3-192',
      'mp3-128',
      'mp3-vbr',
      'flac',
      'wav',
      'sub-en-US-auto.vtt',
      'sub-en-US-auto.srt',
      'sub-en-US-auto.txt',
      'thumb',
      'gif',
    ]);
    expect(media.formats[0]).toMatchObject({ kind: 'video+audio', videoCodec: 'h264', audioCodec: 'aac' });
    expect(media.formats[3]).toMatchObject({ kind: 'video+audio', videoCodec: 'h264', audioCodec: 'aac' });
  });

  it('Instagram: a carousel of videos and photos, each with its own', () => {
    const { media, sources } = mediaOf(read('instagram-carousel'));
    expect(media).toMatchObject({
      kind: 'carousel',
      title: 'A replica reel #replica',
      author: { name: 'Replica Account', url: 'https://www.instagram.com/replica/' },
      formats: [],
    });
    expect(media.items.map(({ kind, formats }) => [kind, ids(formats)[0]])).toEqual([
      ['video', '1.mp4-1280x720*'],
      ['image', '2.photo*'],
      ['video', '3.mp4-1280x720*'],
    ]);
    expect(sources.get('1.mp4-1280x720')?.headers['Referer']).toBe('https://www.instagram.com/');
  });

  it('Instagram: one photo alone', () => {
    const { media } = mediaOf(
      read('instagram-carousel', (info) =>
        Object.assign(info, { entries: (info['entries'] as unknown[]).slice(1, 2) }),
      ),
    );
    expect(media).toMatchObject({ kind: 'image', thumbnailId: 'photo' });
    expect(ids(media.formats)).toEqual(['photo*']);
  });

  it('TikTok: what plays everywhere is recommended, the watermarked copy left out, the cookie sent along', () => {
    const { media, sources } = mediaOf(read('tiktok-video'));
    expect(ids(media.formats)).toEqual([
      'bytevc1_720p_640000',
      'h264_540p_753000*',
      'audio',
      ...ids(media.formats).slice(3),
    ]);
    expect(media.formats[0]).toMatchObject({ videoCodec: 'h265', compatibility: 'modern' });
    expect(sources.get('h264_540p_753000')?.headers).toMatchObject({
      Cookie: 'tt_chain_token=replicaChain',
      Referer: expect.stringContaining('tiktok.com/'),
    });
    expect(media).toMatchObject({
      canonicalUrl: 'https://www.tiktok.com/@replica.user/video/7400000000000000001',
      author: { name: 'Replica User' },
    });
  });

  it('TikTok: a slideshow is its photos and its sound', () => {
    const { media } = mediaOf(read('tiktok-slideshow'));
    expect(media).toMatchObject({
      kind: 'carousel',
      canonicalUrl: 'https://www.tiktok.com/@replica.user/photo/7400000000000000002',
    });
    expect(media.items.map(({ kind, formats }) => [kind, ...ids(formats)])).toEqual([
      ['image', '1.photo*'],
      ['image', '2.photo*'],
      ['image', '3.photo*'],
    ]);
    expect(ids(media.formats)).toEqual(['audio', 'flac', 'wav', 'thumb']);
  });

  it('Twitter: photos and videos in the order of the post', () => {
    const { media, sources } = mediaOf(read('twitter-mixed'));
    expect(media.items.map(({ kind, formats }) => [kind, ids(formats)[0]])).toEqual([
      ['image', '1.photo*'],
      ['video', '2.http-2176*'],
    ]);
    expect(sources.get('1.photo')?.url).toContain('name=orig');
    expect(media.title).toBe('Four seconds of test pattern #replica');
    expect(media.items.flatMap((item) => ids(item.formats)).join(' ')).not.toContain('hls');
  });

  it('Twitter: an animation has no sound, and is what is offered', () => {
    const { media } = mediaOf(read('twitter-animation'));
    expect(media.formats[0]).toMatchObject({ kind: 'video', audioCodec: null, recommended: true });
    expect(media.formats[0]).toMatchObject({ widthPx: 1280, heightPx: 720 });
  });

  it.each(['https://t.co/ok123', ' https://t.co/ok123 https://t.co/ok456 '])(
    'Twitter: a post without a text has the name of its author for a title, not an address: %j',
    (description) => {
      const edit = (info: Record<string, unknown>) =>
        Object.assign(info, { description, title: `Replica User - ${description}` });
      expect(mediaOf(read('twitter-animation', edit)).media.title).toBe('Replica User');
    },
  );
});

describe('what an extractor may get wrong', () => {
  it('costs the field, not the answer', () => {
    const { media } = mediaOf(
      read('youtube-two-languages', (info) => {
        Object.assign(info, {
          title: 7,
          duration: 'long',
          chapters: [{ start_time: 'x' }],
          thumbnails: 'none',
          timestamp: null,
        });
        (info['formats'] as unknown[]).unshift({ format_id: 'bad', url: 'javascript:alert(1)' }, null, {
          url: 'https://a.googlevideo.com/x',
        });
      }),
    );
    expect(media).toMatchObject({ durationS: null, chapters: [], title: 'A replica video.' });
    expect(media.formats[0]?.id).toBe('298+140-en');
  });

  it.each([-1, -2, 1e20, 1e308, '7', true])('a measure of %s is none', (nonsense) => {
    const { media } = mediaOf(
      read('youtube-two-languages', (info) => {
        Object.assign(info, { duration: nonsense, timestamp: 1e20, upload_date: '20260901', section_start: nonsense });
        for (const format of info['formats'] as Record<string, unknown>[])
          for (const field of ['filesize', 'filesize_approx', 'tbr', 'abr', 'fps', 'width', 'height'])
            format[field] = nonsense;
      }),
    );
    expect(v.parse(Media, media)).toEqual(media);
    expect(media.durationS).toBeNull();
    expect(media.publishedAt).toBe('2026-09-01T00:00:00.000Z');
    for (const { size, fps, widthPx, heightPx } of media.formats.filter(({ kind }) => kind !== 'image'))
      expect([size, fps, widthPx, heightPx]).toEqual([null, null, null, null]);
  });

  it('leaves out what is protected, and says so when nothing else is there', () => {
    const protect = (info: Record<string, unknown>) => {
      for (const format of info['formats'] as Record<string, unknown>[]) format['has_drm'] = true;
    };
    expect(read('youtube-two-languages', protect)).toEqual({ code: 'drm', isUnread: false });
  });

  it('titles: one line, never too long, never cut inside a character', () => {
    const { media } = mediaOf(
      read('youtube-two-languages', (info) => Object.assign(info, { title: `a\u0000\n b ${'👩‍🚀'.repeat(300)}` })),
    );
    expect(media.title).toMatch(/^a b /);
    expect([...media.title].length).toBeLessThanOrEqual(200);
    expect(media.title.isWellFormed()).toBe(true);
  });

  it('what it says of when bytes are there is a duration: a clock that is set back an hour later on moves it by nothing', () => {
    const seconds = Math.floor(Date.now() / 1000) + 5;
    const { sources } = mediaOf(
      read('youtube-two-languages', (info) => {
        for (const format of info['formats'] as Record<string, unknown>[]) format['available_at'] = seconds;
      }),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    // As place.ts waits for it.
    const waitMs = (sources.get('18')?.availableAt ?? 0) - performance.now();
    vi.useRealTimers();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(5_000);
  });

  it('live now is no media yet', () => {
    const result = read('youtube-two-languages', (info) => Object.assign(info, { live_status: 'is_live' }));
    expect(result).toEqual({ code: 'live_now', isUnread: false });
  });
});

it('finds the same format again where its id has changed', () => {
  const { media } = mediaOf(read('twitter-mixed'));
  const formats = allFormats(media);
  const wanted = formats.find(({ id }) => id === '2.http-832');
  if (!wanted) throw new Error('not recorded');
  const renamed = formats.map((format) => ({ ...format, id: format.id.replace('http-', 'mp4-') }));
  expect(sameFormat(renamed, wanted)?.id).toBe('2.mp4-832');
  expect(
    sameFormat(
      renamed.filter(({ heightPx }) => heightPx !== 360),
      wanted,
    ),
  ).toBeUndefined();
});
