import { expect, test } from 'vitest';
import { readMpd } from './dash.ts';
import { failureOf } from './fixtures/failure-of.ts';

function failureOfText(text: string, url = 'https://h.example/m.mpd') {
  return failureOf(() => readMpd(text, url));
}

function mpd(set: string, { head = '', attributes = 'mediaPresentationDuration="PT10S"' } = {}): string {
  return `<MPD ${attributes}>${head}<Period><AdaptationSet mimeType="video/mp4">${set}</AdaptationSet></Period></MPD>`;
}

const FILE = '<Representation id="v"><BaseURL>a.mp4</BaseURL></Representation>';

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Sign in<br></title>'],
  ['a playlist', '#EXTM3U\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST'],
  ['another document', '<rss><channel/></rss>'],
  ['an MPD within another document', `<rss>${mpd(FILE)}</rss>`],
  ['no period', '<MPD/>'],
  ['no representation', mpd('')],
  ['half an MPD', mpd(FILE).slice(0, -20)],
  ['two MPDs', mpd(FILE).repeat(2)],
  ['a duration that is none', mpd(FILE, { attributes: 'mediaPresentationDuration="ten seconds"' })],
  ['a duration of years', mpd(FILE, { attributes: 'mediaPresentationDuration="P1Y"' })],
  ['an unquoted attribute', mpd(FILE, { attributes: 'type=static' })],
  ['an attribute twice', mpd(FILE, { attributes: 'type="static" type="static"' })],
])('%s is no MPD', (_, text) => {
  expect(failureOfText(text)).toBe('media_damaged');
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:video/mp4;base64,AAAA', 'ftp://h.example/', 'https://'])(
  '%s is no base of addresses',
  (address) => {
    expect(failureOfText(mpd(FILE, { head: `<BaseURL>${address}</BaseURL>` }))).toBe('media_damaged');
    expect(failureOfText(mpd(FILE.replace('a.mp4', address)))).toBe('media_damaged');
  },
);

test('entities are not defined by a document', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
  expect(failureOfText(`<!DOCTYPE MPD [<!ENTITY e0 "x">${lines}]>${mpd(FILE.replace('a.mp4', '&e40;'))}`)).toBe(
    'media_damaged',
  );
  expect(failureOfText(`<!DOCTYPE MPD SYSTEM "file:///etc/passwd">${mpd(FILE)}`)).toBe('media_damaged');
  expect(failureOfText(mpd(FILE.replace('a.mp4', '&e0;')))).toBe('media_damaged');
});

const TEMPLATE = (body: string, attributes = '') =>
  `<SegmentTemplate media="$Number$" ${attributes}>${body}</SegmentTemplate>`;
const REPRESENTATION = '<Representation id="v"/>';
const LONG = 'x'.repeat(8000);

test.each([
  ['repeats', mpd(TEMPLATE('<SegmentTimeline><S d="1" r="99999999999999999999"/></SegmentTimeline>') + REPRESENTATION)],
  ['runs', mpd(TEMPLATE(`<SegmentTimeline>${'<S d="1"/>'.repeat(150_000)}</SegmentTimeline>`) + REPRESENTATION)],
  ['segments of a day', mpd(TEMPLATE('', 'duration="1" timescale="90000"') + REPRESENTATION)],
  ['numbers', mpd(TEMPLATE('', 'duration="1" endNumber="18446744073709551615"') + REPRESENTATION)],
  ['listed segments', mpd(`<SegmentList>${'<SegmentURL media="a"/>'.repeat(150_000)}</SegmentList>${REPRESENTATION}`)],
  ['representations', mpd(FILE.repeat(50_000))],
  ['representations of many segments', mpd(TEMPLATE('', 'duration="1" timescale="1999"') + REPRESENTATION.repeat(400))],
  [
    'periods',
    `<MPD>${`<Period duration="PT1S"><AdaptationSet mimeType="video/mp4">${FILE}</AdaptationSet></Period>`.repeat(20_000)}</MPD>`,
  ],
  ['elements', mpd('<BaseURL>a</BaseURL>'.repeat(500_000) + FILE)],
  ['levels', '<MPD>'.repeat(1_000_000)],
  ['levels that nobody looks at', `<MPD>${'<x>'.repeat(1_000_000)}`],
  ['attributes', `<MPD ${Array.from({ length: 500_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`],
  ['letters in a name', `<${'a'.repeat(7_000_000)}/>`],
  ['letters in an attribute', `<MPD type="${'a'.repeat(7_000_000)}"/>`],
  ['letters in an address', mpd(FILE.replace('a.mp4', 'a'.repeat(7_000_000)))],
  [
    'letters in a template',
    mpd(`<SegmentTemplate duration="5" media="${'$RepresentationID$'.repeat(400)}"/><Representation id="${LONG}"/>`),
  ],
  [
    'long addresses',
    mpd(
      `<BaseURL>https://h.example/${LONG}/</BaseURL>${TEMPLATE('', 'duration="1" timescale="1000"')}${REPRESENTATION}`,
    ),
  ],
  ['blanks', ' '.repeat(20_000_000)],
])('a million of anything ends: %s', (_, text) => {
  expect(failureOfText(text)).toBe('media_damaged');
});

test('many representations beside many elements are not sought among them', () => {
  const sets = `${'<BaseURL>b/</BaseURL>'.repeat(190_000)}${FILE.repeat(400)}`;
  expect(readMpd(mpd(sets), 'https://h.example/').video).toHaveLength(400);
});
