import { describe, expect, test } from 'vitest';
import { readMpd, readMpdRendition } from './dash.ts';
import { failureOf } from './fixtures/failure-of.ts';

const HOME = 'https://cdn.example/v/77/manifest.mpd?s=1';

function mpd(body: string, attributes = 'type="static" mediaPresentationDuration="PT10S"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" ${attributes}>${body}</MPD>`;
}

const TEMPLATE = '<SegmentTemplate media="$RepresentationID$/$Number$.m4s" initialization="i.mp4" duration="5"/>';

function videoSet(body: string): string {
  return `<AdaptationSet mimeType="video/mp4">${body}</AdaptationSet>`;
}

const OPEN_VIDEO = videoSet(`${TEMPLATE}<Representation id="v"/>`);

describe('an MPD of single files, as Reddit has it', () => {
  const text = mpd(
    `<Period duration="PT31.7S" id="0">
      <AdaptationSet contentType="video" maxWidth="1080" id="0" par="9:16">
        <Representation bandwidth="843256" codecs="avc1.4d401f" frameRate="30000/1001" height="854" id="5" mimeType="video/mp4" width="480">
          <BaseURL>DASH_480.mp4?a=1&amp;b=2</BaseURL>
          <SegmentBase indexRange="824-943" timescale="30000"><Initialization range="0-823"/></SegmentBase>
        </Representation>
        <Representation bandwidth="2100000" codecs="avc1.64001f" frameRate="30" height="1280" id="6" mimeType="video/mp4" width="720">
          <BaseURL>DASH_720.mp4</BaseURL>
        </Representation>
      </AdaptationSet>
      <AdaptationSet contentType="audio" lang="en" id="1">
        <Representation audioSamplingRate="48000" bandwidth="131072" codecs="mp4a.40.2" id="7" mimeType="audio/mp4">
          <BaseURL>https://audio.example/DASH_AUDIO_128.mp4</BaseURL>
        </Representation>
      </AdaptationSet>
      <AdaptationSet contentType="text" lang="en"><Representation id="8" mimeType="text/vtt"><BaseURL>en.vtt</BaseURL></Representation></AdaptationSet>
      <AdaptationSet contentType="image"><Representation id="9" mimeType="image/jpeg"><BaseURL>tile.jpg</BaseURL></Representation></AdaptationSet>
    </Period>`,
  );

  test('gives each file as one segment', () => {
    const { video, audio } = readMpd(text, HOME);
    expect(video).toHaveLength(2);
    expect(video[0]).toEqual({
      id: '5',
      codecs: ['avc1.4d401f'],
      bandwidth: 843_256,
      widthPx: 480,
      heightPx: 854,
      fps: 30_000 / 1001,
      language: null,
      rendition: {
        container: 'fmp4',
        init: null,
        segments: [{ url: 'https://cdn.example/v/77/DASH_480.mp4?a=1&b=2', range: null, durationS: 31.7, key: null }],
        durationS: 31.7,
        isLive: false,
        discontinuities: 0,
      },
    });
    expect(audio.map(({ id, language, fps, rendition }) => [id, language, fps, rendition.segments[0]?.url])).toEqual([
      ['7', 'en', null, 'https://audio.example/DASH_AUDIO_128.mp4'],
    ]);
  });
});

test('what a set says holds for its representations, and each base is resolved against the one above', () => {
  const { video, audio } = readMpd(
    mpd(`<BaseURL>https://edge.example/a/</BaseURL><BaseURL>https://other.example/a/</BaseURL>
      <Period><BaseURL>b/</BaseURL>
        <AdaptationSet mimeType="video/webm" codecs="vp9" width="640" height="360" frameRate="25">
          <Representation id="x" bandwidth="1000"><BaseURL>c.webm</BaseURL></Representation>
          <Representation id="y" bandwidth="2000" width="1280" height="720"><BaseURL>/d.webm</BaseURL></Representation>
        </AdaptationSet>
        <AdaptationSet contentType="audio"><Representation id="z"><BaseURL>e.aac</BaseURL></Representation></AdaptationSet>
      </Period>`),
    HOME,
  );
  expect(video.map(({ widthPx, heightPx, fps, codecs }) => ({ widthPx, heightPx, fps, codecs }))).toEqual([
    { widthPx: 640, heightPx: 360, fps: 25, codecs: ['vp9'] },
    { widthPx: 1280, heightPx: 720, fps: 25, codecs: ['vp9'] },
  ]);
  const places = [...video, ...audio].map(({ rendition }) => [rendition.container, rendition.segments[0]?.url]);
  expect(places).toEqual([
    ['webm', 'https://edge.example/a/b/c.webm'],
    ['webm', 'https://edge.example/d.webm'],
    ['aac', 'https://edge.example/a/b/e.aac'],
  ]);
});

test('a prefix of its names changes nothing', () => {
  const text = mpd(`<Period>${OPEN_VIDEO}</Period>`)
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1mpd:')
    .replace('xmlns=', 'xmlns:mpd=');
  expect(text).toContain('</mpd:MPD>');
  expect(readMpd(text, HOME)).toEqual(readMpd(mpd(`<Period>${OPEN_VIDEO}</Period>`), HOME));
});

describe('protection', () => {
  const PROTECTION = `<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/>
    <ContentProtection schemeIdUri="urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED"><cenc:pssh xmlns:cenc="urn:mpeg:cenc:2013">AAAA</cenc:pssh></ContentProtection>`;
  const setProtected = videoSet(`${PROTECTION}${TEMPLATE}<Representation id="locked"/>`);
  const oneProtected = videoSet(
    `${TEMPLATE}<Representation id="locked">${PROTECTION}</Representation><Representation id="open"/>`,
  );

  test('leaves out what has it, whether at the set or alone', () => {
    const { video } = readMpd(mpd(`<Period>${setProtected}${oneProtected}</Period>`), HOME);
    expect(video.map(({ id }) => id)).toEqual(['open']);
  });

  test('of everything is copy protection, texts or not', () => {
    const text =
      '<AdaptationSet mimeType="text/vtt"><Representation><BaseURL>a.vtt</BaseURL></Representation></AdaptationSet>';
    expect(failureOf(() => readMpd(mpd(`<Period>${setProtected}${text}</Period>`), HOME))).toBe('drm');
  });

  test('of all of a period is copy protection, advertisements or not', () => {
    const text = mpd(`<Period duration="PT5S">${OPEN_VIDEO}</Period><Period>${setProtected}</Period>`);
    expect(failureOf(() => readMpd(text, HOME))).toBe('drm');
  });
});

test('pictures for winding are no video', () => {
  const winding = videoSet(
    `<EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="1"/>${TEMPLATE}<Representation id="w"/>`,
  );
  expect(readMpd(mpd(`<Period>${winding}${OPEN_VIDEO}</Period>`), HOME).video.map(({ id }) => id)).toEqual(['v']);
});

test('a dynamic MPD is live', () => {
  const live = mpd(`<Period start="PT0S">${OPEN_VIDEO}</Period>`, 'type="dynamic" minimumUpdatePeriod="PT2S"');
  expect(failureOf(() => readMpd(live, HOME))).toBe('live_now');
});

describe('the one that is wanted', () => {
  const open = '<SegmentTemplate media="$RepresentationID$/$Number$.m4s" initialization="i.mp4" duration="1"/>';
  const many = Array.from({ length: 400 }, (_, n) => `<Representation id="v${n}"/>`).join('');
  const text = mpd(`<Period duration="PT2000S">${videoSet(open + many)}</Period>`);

  test('is read without segments of any other', () => {
    // All of them are more than a list may stand for.
    expect(failureOf(() => readMpd(text, HOME))).toBe('media_damaged');
    const { video } = readMpd(text, HOME, 'v7');
    expect(video.map(({ id, rendition }) => [id, rendition.segments.length])).toEqual([['v7', 2000]]);
  });

  test('has a name that an extractor has added to', () => {
    expect(readMpdRendition(text, HOME, 'video-v7-1').segments[0]?.url).toMatch(/v7\/1\.m4s$/);
  });

  test('is gone where nobody has the name, or it cannot be had', () => {
    expect(failureOf(() => readMpd(text, HOME, 'w'))).toBe('format_gone');
    const closed = `<Representation id="w"><ContentProtection/></Representation>`;
    const both = mpd(`<Period duration="PT2S">${videoSet(open + closed + '<Representation id="v"/>')}</Period>`);
    expect(failureOf(() => readMpd(both, HOME, 'w'))).toBe('format_gone');
  });
});

describe('several periods', () => {
  function period(attributes: string, initialization: string, folder: string): string {
    return `<Period ${attributes}><AdaptationSet mimeType="video/mp4" codecs="avc1.64001f">
      <SegmentTemplate media="${folder}/$Number$.m4s" initialization="${initialization}" duration="4"/><Representation id="v"/>
    </AdaptationSet></Period>`;
  }

  test('of one initialization go on', () => {
    const text = mpd(
      period('duration="PT8S"', 'i.mp4', 'a') +
        period('start="PT8S"', 'i.mp4', 'b') +
        period('start="PT11S"', 'i.mp4', 'c'),
      'mediaPresentationDuration="PT15S"',
    );
    const { rendition } = readMpd(text, HOME).video[0] ?? {};
    expect(
      rendition?.segments.map(({ url, durationS }) => [url.slice('https://cdn.example/v/77/'.length), durationS]),
    ).toEqual([
      ['a/1.m4s', 4],
      ['a/2.m4s', 4],
      ['b/1.m4s', 3],
      ['c/1.m4s', 4],
    ]);
    expect(rendition).toMatchObject({ discontinuities: 2, durationS: 15 });
  });

  test('of several initializations, or of several files, are no direct format', () => {
    const differing = mpd(period('duration="PT4S"', 'i.mp4', 'a') + period('duration="PT4S"', 'j.mp4', 'a'));
    expect(failureOf(() => readMpd(differing, HOME))).toBe('no_direct_format');
    const file = videoSet('<Representation id="v"><BaseURL>a.mp4</BaseURL></Representation>');
    const files = mpd(`<Period duration="PT4S">${file}</Period><Period duration="PT4S">${file}</Period>`);
    expect(failureOf(() => readMpd(files, HOME))).toBe('no_direct_format');
  });

  test('keep what goes through all of them', () => {
    const other = period('duration="PT4S"', 'i.mp4', 'a').replace(
      '<Representation id="v"/>',
      '$&<Representation id="w"/>',
    );
    const { video } = readMpd(mpd(other + period('duration="PT4S"', 'i.mp4', 'b')), HOME);
    expect(video.map(({ id }) => id)).toEqual(['v']);
  });
});
