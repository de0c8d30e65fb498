import { expect, test } from 'vitest';
import { allFormats, type Format, type Media } from '#/model/media/media.ts';
import type { Extraction, Recipe } from '#/server/engine/media/extraction.ts';
import { chooseFormats } from './choose-formats.ts';
import { createFakePlatform, linkTo } from '../fixtures/fake-platform.ts';

type Some = Partial<Format> & Pick<Format, 'id' | 'kind'>;

/** A media of these formats, or a post of several entries; `segments` and `convert` say how those of these ids are made. */
async function extractionOf(entries: Some[][], recipes: Record<string, Recipe['kind']> = {}): Promise<Extraction> {
  const resolved = await createFakePlatform().engine.resolve(linkTo('film'));
  if (!resolved.ok) throw new Error('the fake fails');
  const { media } = resolved.value;
  const [base] = media.formats;
  if (!base) throw new Error('the fake has no format');
  const made = entries.map((formats) => formats.map((format): Format => ({ ...base, recommended: false, ...format })));
  const [first = []] = made;
  const item = {
    title: '',
    kind: 'video' as const,
    durationS: null,
    thumbnailId: null,
    link: null,
    audioTracks: [],
    textTracks: [],
  };
  const items = made.length > 1 ? made.map((formats, index) => ({ ...item, index: index + 1, formats })) : [];
  const whole: Media = { ...media, formats: items.length > 0 ? [] : first, items };
  const recipeOf = ({ id }: Format): Recipe => {
    const kind = recipes[id] ?? 'direct';
    if (kind === 'convert') return { kind, of: { kind: 'direct', from: id }, to: 'mp3-192' };
    return kind === 'segments' ? { kind, video: id, audio: null } : { kind: 'direct', from: id };
  };
  return {
    ...resolved.value,
    media: whole,
    recipes: new Map(made.flat().map((format) => [format.id, recipeOf(format)])),
  };
}

const FILMS: Some[] = [
  { id: '2160', kind: 'video+audio', widthPx: 3840, heightPx: 2160, compatibility: 'modern' },
  { id: '1080', kind: 'video+audio', widthPx: 1920, heightPx: 1080, recommended: true },
  { id: '720vp9', kind: 'video+audio', widthPx: 1280, heightPx: 720, compatibility: 'modern' },
  { id: '720', kind: 'video+audio', widthPx: 1280, heightPx: 720 },
  { id: 'silent', kind: 'video', widthPx: 1280, heightPx: 700 },
  { id: 'sound', kind: 'audio', heightPx: null, widthPx: null },
  { id: 'mp3', kind: 'audio', heightPx: null, widthPx: null, recommended: true },
  { id: 'sub', kind: 'subtitles', heightPx: null, widthPx: null },
];

test.each([
  ['video', null, '1080'],
  ['video', 1080, '1080'],
  ['video', 1000, '720'],
  ['video', 240, '720'],
  ['video', 5000, '2160'],
  ['audio', null, 'sound'],
] as const)('of a film as %s at most %s high: %s', async (media, heightPx, expected) => {
  const extraction = await extractionOf([FILMS], { mp3: 'convert' });
  expect(chooseFormats(extraction, { media, heightPx }).map(({ id }) => id)).toEqual([expected]);
});

test('of a post one of each entry, pictures too; as sound only what has any', async () => {
  const photo: Some = { id: '2.photo', kind: 'image', recommended: true };
  const film: Some[] = [
    { id: '1.high', kind: 'video+audio', widthPx: 1080, heightPx: 1920 },
    { id: '1.sound', kind: 'audio' },
  ];
  const extraction = await extractionOf([film, [photo]]);
  const chosen = (media: 'video' | 'audio') => chooseFormats(extraction, { media, heightPx: 720 }).map(({ id }) => id);
  expect(chosen('video')).toEqual(['1.high', '2.photo']);
  expect(chosen('audio')).toEqual(['1.sound']);
});

test('of a slideshow its pictures and its sound as it is; as sound that alone', async () => {
  const extraction = await extractionOf([[{ id: '1.photo', kind: 'image' }], [{ id: '2.photo', kind: 'image' }]]);
  const [base] = allFormats(extraction.media);
  if (!base) throw new Error('the fake has no format');
  const sounds = [
    { ...base, id: 'opus', kind: 'audio', compatibility: 'modern' },
    { ...base, id: 'audio', kind: 'audio' },
    { ...base, id: 'wav', kind: 'audio', delivery: 'transcode' },
  ] satisfies Format[];
  const direct = sounds.map(({ id }) => [id, { kind: 'direct', from: id }] as const);
  const slideshow = {
    ...extraction,
    media: { ...extraction.media, formats: sounds },
    recipes: new Map([...extraction.recipes, ...direct]),
  };
  const chosen = (media: 'video' | 'audio') => chooseFormats(slideshow, { media, heightPx: null }).map(({ id }) => id);
  expect(chosen('video')).toEqual(['1.photo', '2.photo', 'audio']);
  expect(chosen('audio')).toEqual(['audio']);
});

test('what cannot be in an archive is not chosen', async () => {
  const extraction = await extractionOf([[{ id: 'hls', kind: 'video+audio', recommended: true }]], { hls: 'segments' });
  expect(chooseFormats(extraction, { media: 'video', heightPx: null })).toEqual([]);
});

test('of a list nothing is taken: pictures of its entries are not what somebody wanted of it', async () => {
  const extraction = await extractionOf([[{ id: '1.thumb', kind: 'image' }], [{ id: '2.thumb', kind: 'image' }]]);
  const list = { ...extraction, media: { ...extraction.media, kind: 'playlist' as const } };
  expect(chooseFormats(list, { media: 'video', heightPx: null })).toEqual([]);
});
