import { describe, expect, test } from 'vitest';
import { readMpd } from './dash.ts';
import { failureOf } from './fixtures/failure-of.ts';

const HOME = 'https://h.example/m.mpd';

function mpd(segments: string, { period = '', durationS = 10 as number | null } = {}): string {
  const duration = durationS === null ? '' : `mediaPresentationDuration="PT${durationS}S"`;
  return `<MPD ${duration}><Period>${period}<AdaptationSet mimeType="video/mp4">
    <Representation id="v1" bandwidth="900000">${segments}</Representation></AdaptationSet></Period></MPD>`;
}

function read(...parameters: Parameters<typeof mpd>) {
  const { rendition } = readMpd(mpd(...parameters), HOME).video[0] ?? {};
  return {
    init: rendition?.init && [rendition.init.url.slice('https://h.example/'.length), rendition.init.range],
    names: rendition?.segments.map(({ url }) => url.slice('https://h.example/'.length)),
    ranges: rendition?.segments.map(({ range }) => range),
    durationsS: rendition?.segments.map(({ durationS }) => Math.round(durationS * 1000) / 1000),
    durationS: rendition?.durationS,
  };
}

function failureOfSegments(...parameters: Parameters<typeof mpd>) {
  return failureOf(() => readMpd(mpd(...parameters), HOME));
}

describe('SegmentTemplate', () => {
  test('of equal durations counts up to the end of the period', () => {
    const text = `<SegmentTemplate timescale="1000" duration="4000" startNumber="0"
      media="$RepresentationID$/$Bandwidth$/s-$Number%05d$.m4s" initialization="$RepresentationID$/init.mp4"/>`;
    expect(read(text)).toEqual({
      init: ['v1/init.mp4', null],
      names: ['v1/900000/s-00000.m4s', 'v1/900000/s-00001.m4s', 'v1/900000/s-00002.m4s'],
      ranges: [null, null, null],
      durationsS: [4, 4, 2],
      durationS: 10,
    });
  });

  test('does not count a segment of rounding', () => {
    const text = '<SegmentTemplate timescale="90000" duration="9000" media="$Number$"/>';
    expect(read(text, { durationS: 0.3 }).names).toEqual(['1', '2', '3']);
  });

  test('ends at endNumber if it says so', () => {
    const text = '<SegmentTemplate duration="2" startNumber="5" endNumber="7" media="$Number$"/>';
    expect(read(text, { durationS: null }).names).toEqual(['5', '6', '7']);
  });

  test('of a SegmentTimeline has its times, gaps and repeats', () => {
    const text = `<SegmentTemplate timescale="10" startNumber="3" media="$Time$-$Number$.m4s" initialization="i.mp4">
      <SegmentTimeline><S t="100" d="20" r="1"/><S d="15"/><S t="200" d="5" r="-1"/><S t="210" d="30"/></SegmentTimeline>
    </SegmentTemplate>`;
    const { names, durationsS } = read(text);
    expect(names).toEqual(['100-3.m4s', '120-4.m4s', '140-5.m4s', '200-6.m4s', '205-7.m4s', '210-8.m4s']);
    expect(durationsS).toEqual([2, 2, 1.5, 0.5, 0.5, 3]);
  });

  test('of a run without end fills its period, from the time where that begins', () => {
    const text = `<SegmentTemplate timescale="1000" presentationTimeOffset="50000" media="$Time$">
      <SegmentTimeline><S t="50000" d="4000" r="-1"/></SegmentTimeline></SegmentTemplate>`;
    expect(read(text).names).toEqual(['50000', '54000', '58000']);
    expect(failureOfSegments(text, { durationS: null })).toBe('media_damaged');
  });

  test('keeps times of 64 bits', () => {
    const text = `<SegmentTemplate timescale="10000000" media="$Time$">
      <SegmentTimeline><S t="16094592000000001" d="20000000" r="1"/></SegmentTimeline></SegmentTemplate>`;
    expect(read(text).names).toEqual(['16094592000000001', '16094592020000001']);
  });

  test('without duration and timeline is one segment', () => {
    expect(read('<SegmentTemplate media="all-$Number$.mp4"/>')).toMatchObject({
      names: ['all-1.mp4'],
      durationsS: [10],
    });
  });

  test('is completed by what stands above, where the lower word counts', () => {
    const period = `<SegmentTemplate timescale="2" duration="10" media="above-$Number$" initialization="above"/>`;
    expect(read('<SegmentTemplate media="below-$$-$Number$"/>', { period })).toMatchObject({
      init: ['above', null],
      names: ['below-$-1', 'below-$-2'],
    });
  });

  test.each([
    ['no address', '<SegmentTemplate duration="2"/>'],
    ['an unknown identifier', '<SegmentTemplate duration="2" media="$SubNumber$"/>'],
    ['half an identifier', '<SegmentTemplate duration="2" media="a$b"/>'],
    ['a number where there is none', '<SegmentTemplate duration="2" media="$Number$" initialization="$Number$"/>'],
    ['no duration', '<SegmentTemplate duration="0" media="$Number$"/>'],
    ['no timescale', '<SegmentTemplate duration="2" timescale="0" media="$Number$"/>'],
    ['an end before its start', '<SegmentTemplate duration="2" startNumber="9" endNumber="1" media="$Number$"/>'],
    ['a timeline without runs', '<SegmentTemplate media="$Time$"><SegmentTimeline/></SegmentTemplate>'],
    [
      'a run without duration',
      '<SegmentTemplate media="$Time$"><SegmentTimeline><S t="0"/></SegmentTimeline></SegmentTemplate>',
    ],
    [
      'a run that ends before it begins',
      '<SegmentTemplate media="$Time$"><SegmentTimeline><S t="9" d="1" r="-1"/><S t="3" d="1"/></SegmentTimeline></SegmentTemplate>',
    ],
    ['a script', '<SegmentTemplate duration="2" media="javascript:$Number$"/>'],
    ['a file', '<SegmentTemplate duration="2" media="$Number$" initialization="file:///etc/passwd"/>'],
  ])('with %s is refused', (_, text) => {
    expect(failureOfSegments(text)).toBe('media_damaged');
  });
});

describe('SegmentList', () => {
  test('of files', () => {
    const text = `<SegmentList duration="6"><Initialization sourceURL="i.mp4"/>
      <SegmentURL media="a.m4s"/><SegmentURL media="b.m4s"/></SegmentList>`;
    expect(read(text)).toMatchObject({ init: ['i.mp4', null], names: ['a.m4s', 'b.m4s'], durationsS: [6, 4] });
  });

  test('of ranges of one file', () => {
    const text = `<BaseURL>v.mp4</BaseURL><SegmentList><Initialization range="0-799"/>
      <SegmentURL mediaRange="800-1799"/><SegmentURL mediaRange="1800-1800"/></SegmentList>`;
    expect(read(text)).toMatchObject({
      init: ['v.mp4', { offset: 0, length: 800 }],
      names: ['v.mp4', 'v.mp4'],
      ranges: [
        { offset: 800, length: 1000 },
        { offset: 1800, length: 1 },
      ],
      durationsS: [5, 5],
    });
  });

  test('with a timeline', () => {
    const text = `<SegmentList timescale="2"><SegmentTimeline><S d="7"/><S d="3"/></SegmentTimeline>
      <SegmentURL media="a"/><SegmentURL media="b"/></SegmentList>`;
    expect(read(text).durationsS).toEqual([3.5, 1.5]);
  });

  test.each([
    ['nothing', '<SegmentList duration="6"/>'],
    ['a segment without address', '<SegmentList duration="6"><SegmentURL/></SegmentList>'],
    ['a range that ends before it begins', '<SegmentList><SegmentURL media="a" mediaRange="9-3"/></SegmentList>'],
    ['a range without end', '<SegmentList><SegmentURL media="a" mediaRange="9-"/></SegmentList>'],
    ['a script', '<SegmentList><SegmentURL media="javascript:1"/></SegmentList>'],
  ])('of %s is refused', (_, text) => {
    expect(failureOfSegments(text)).toBe('media_damaged');
  });
});

test.each([
  ['PT1H2M3.5S', 3723.5],
  ['P0Y0M1DT0H0M16S', 86_416],
  ['P1D', 86_400],
])('a period of %s is %d seconds', (duration, durationS) => {
  const text = mpd('<BaseURL>a.mp4</BaseURL>').replace('PT10S', duration);
  expect(readMpd(text, HOME).video[0]?.rendition.durationS).toBe(durationS);
});

test('a Representation without any address is refused', () => {
  expect(failureOfSegments('<SegmentBase indexRange="1-2"/>')).toBe('media_damaged');
});
