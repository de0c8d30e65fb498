import { AAC, FASTSTART, fragmented, H264, INDEXED, picture, PLAIN, tone, WITHOUT_INDEX } from '../encodings.ts';
import { mp4, type Making, type Recipe } from '../recipe.ts';
import type { Finish } from '../finishes.ts';

const VIDEO = `${picture({ durationS: 3 })} ${H264}`;
const SOUND = `${tone({ durationS: 3 })} ${AAC}`;
const SHORT_FRAGMENTS = fragmented('+empty_moov+default_base_moof+skip_sidx+skip_trailer', { fragmentS: 0.2 });

function both(name: string, layout: string, traits: Recipe['traits']): Recipe {
  return mp4(name, `${VIDEO} ${layout}`, `${SOUND} ${layout}`, traits);
}

function bothFinished(name: string, layout: string, finish: Finish, traits: Recipe['traits']): Recipe {
  const finished = (encoding: string): Making => ({ args: `${encoding} ${layout}`, finish });
  // Nothing is lost on the way.
  return mp4(name, finished(VIDEO), finished(SOUND), ['video packets=75', ...traits]);
}

const PLAIN_LAYOUTS: Recipe[] = [
  both('moov-first', FASTSTART, ['video layout=plain', 'video order=ftyp moov free mdat', 'audio layout=plain']),
  both('moov-last', PLAIN, ['video order=ftyp free mdat moov', 'audio order=ftyp free mdat moov']),
  mp4('moov-last-and-first', `${VIDEO} ${PLAIN}`, `${SOUND} ${FASTSTART}`, [
    'video order=ftyp free mdat moov',
    'audio order=ftyp moov free mdat',
  ]),
  both('moov-before-free-space', `${PLAIN} -moov_size 30000`, ['video order=ftyp moov free free mdat']),
  bothFinished('mdat-64-bit-moov-last', PLAIN, 'largeMdat', ['video order=ftyp mdat moov', 'video mdatHeader=64-bit']),
  bothFinished('mdat-64-bit-moov-first', FASTSTART, 'largeMdat', [
    'audio order=ftyp moov mdat',
    'audio mdatHeader=64-bit',
  ]),
  bothFinished('mdat-endless', FASTSTART, 'endlessMdat', ['video mdatHeader=endless', 'audio mdatHeader=endless']),
  mp4('ipod', `${VIDEO} ${FASTSTART} -brand mp42`, `${SOUND} -f ipod`, [
    'video brand=mp42',
    'audio brand=M4A',
    'audio order=ftyp free mdat moov',
  ]),
  mp4(
    'tagged',
    `${VIDEO} -metadata title=Zażółć-動画 -metadata:s:v language=fra ${FASTSTART}`,
    `${SOUND} -metadata artist=Ελλάδα -metadata:s:a language=spa ${FASTSTART}+use_metadata_tags`,
    ['video udta=1', 'audio meta=1', 'audio language=spa'],
  ),
];

const FRAGMENTED_LAYOUTS: Recipe[] = [
  both('sidx-global', INDEXED, ['video order=ftyp moov sidx moof', 'video sidxReferences>5', 'audio sidx=1']),
  both('sidx-global-dash', fragmented('+dash+delay_moov+global_sidx'), [
    'video sidx=1',
    'video moof>5',
    'video edits=1',
  ]),
  both('sidx-of-each-fragment', fragmented('+dash'), ['video sidx>5', 'video moof>5']),
  both('cmaf', fragmented('+cmaf+skip_trailer'), ['video sidx=0', 'video mfra=0', 'video moof>5', 'audio moof>5']),
  both('sidx-none', WITHOUT_INDEX, ['video sidx=0', 'video mfra=0', 'video base=moof', 'audio sidx=0']),
  both('mfra-only', fragmented('+empty_moov+default_base_moof'), ['video sidx=0', 'video mfra=1', 'audio mfra=1']),
  both('base-of-file', fragmented('+empty_moov'), ['video base=file', 'audio base=file']),
  both('base-implied', fragmented('+empty_moov+omit_tfhd_offset'), ['video base=implied', 'audio base=implied']),
  both('samples-in-moov-too', fragmented(), ['video layout=hybrid', 'audio layout=hybrid']),
  both('fragments-of-200-ms', SHORT_FRAGMENTS, ['video moof>14', 'audio moof>14']),
  both('fragments-of-a-frame', `${PLAIN} -movflags +frag_every_frame+empty_moov+default_base_moof+global_sidx`, [
    'video moof=75',
    'video sidxReferences=75',
    'audio moof>140',
  ]),
  both('fragment-of-all', fragmented('+empty_moov+default_base_moof+global_sidx', { fragmentS: 60 }), [
    'audio moof=1',
    'audio sidxReferences=1',
  ]),
  both('producer-times', `-write_prft pts ${INDEXED}`, ['video prft>5', 'audio prft>5']),
];

const INDEXES: Recipe[] = [
  bothFinished('sidx-of-3-fragments-each', SHORT_FRAGMENTS, 'groupedSidx', [
    'video sidx=1',
    'video fragmentsPerReference=3',
    'audio fragmentsPerReference=3',
  ]),
  bothFinished('sidx-hierarchical', SHORT_FRAGMENTS, 'hierarchicalSidx', [
    'video sidx>3',
    'video sidxReferencesToSidx>2',
    'video order=ftyp moov sidx sidx moof',
    'audio sidxReferencesToSidx>2',
  ]),
  bothFinished('sidx-chained', SHORT_FRAGMENTS, 'chainedSidx', ['video sidx>2', 'video sidxReferencesToSidx=1']),
];

const MIXED: Recipe[] = [
  mp4('plain-with-fragmented', `${VIDEO} ${FASTSTART}`, `${SOUND} ${INDEXED}`, [
    'video layout=plain',
    'audio layout=fragmented',
  ]),
  mp4('fragmented-with-plain', `${VIDEO} ${INDEXED}`, `${SOUND} ${PLAIN}`, [
    'video layout=fragmented',
    'audio layout=plain',
  ]),
  mp4('sidx-with-none', `${VIDEO} ${INDEXED}`, `${SOUND} ${WITHOUT_INDEX}`, ['video sidx=1', 'audio sidx=0']),
  mp4('none-with-sidx', `${VIDEO} ${WITHOUT_INDEX}`, `${SOUND} ${INDEXED}`, ['video sidx=0', 'audio sidx=1']),
];

/** Where an MP4's boxes are, and what tells of its fragments. */
export const LAYOUT_RECIPES: Recipe[] = [...PLAIN_LAYOUTS, ...FRAGMENTED_LAYOUTS, ...INDEXES, ...MIXED];
