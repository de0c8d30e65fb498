import {
  AAC,
  FASTSTART,
  H264,
  H264_WITHOUT_B,
  INDEXED,
  INDEXED_LATER,
  JITTER,
  picture,
  PLAIN,
  tone,
  WITHOUT_INDEX,
} from '../encodings.ts';
import { mp4, type Recipe } from '../recipe.ts';

const VIDEO = `${picture()} ${H264}`;
const SOUND = `${tone()} ${AAC}`;
const PLAIN_VIDEO = `${VIDEO} ${FASTSTART}`;
const PLAIN_SOUND = `${SOUND} ${FASTSTART}`;
const INDEXED_VIDEO = `${VIDEO} ${INDEXED}`;
const INDEXED_SOUND = `${SOUND} ${INDEXED}`;

function pictures(rate: number | string, durationS = 2): string {
  return `${picture({ rate, durationS })} ${H264}`;
}

const RATES: Recipe[] = [
  mp4('timescale-90000', `${VIDEO} -video_track_timescale 90000 ${INDEXED}`, INDEXED_SOUND, [
    'video time_base=1/90000',
  ]),
  mp4('timescale-12800', `${VIDEO} -video_track_timescale 12800 ${FASTSTART}`, PLAIN_SOUND, [
    'video time_base=1/12800',
  ]),
  mp4('timescale-10000000', `${VIDEO} -video_track_timescale 10000000 ${INDEXED}`, INDEXED_SOUND, [
    'video time_base=1/10000000',
  ]),
  mp4(
    'timescale-of-movie',
    `${VIDEO} -movie_timescale 90000 ${FASTSTART}`,
    `${SOUND} -movie_timescale 44100 ${FASTSTART}`,
    ['video movieTimescale=90000', 'audio movieTimescale=44100'],
  ),
  mp4('rate-29.97', `${pictures('30000/1001')} ${INDEXED}`, INDEXED_SOUND, ['video r_frame_rate=30000/1001']),
  mp4('rate-23.976', `${pictures('24000/1001')} ${FASTSTART}`, PLAIN_SOUND, ['video r_frame_rate=24000/1001']),
  mp4('rate-59.94', `${pictures('60000/1001')} ${INDEXED}`, INDEXED_SOUND, ['video r_frame_rate=60000/1001']),
  mp4('rate-60', `${pictures(60)} ${FASTSTART}`, PLAIN_SOUND, ['video r_frame_rate=60/1']),
  mp4('rate-120', `${pictures(120)} ${INDEXED}`, INDEXED_SOUND, ['video r_frame_rate=120/1']),
  mp4('rate-1', `${pictures(1, 6)} ${FASTSTART}`, `${tone({ durationS: 6 })} ${AAC} ${FASTSTART}`, [
    'video r_frame_rate=1/1',
    'video packets=6',
  ]),
  mp4('rate-varies', `${picture()} ${JITTER} ${H264} ${FASTSTART}`, PLAIN_SOUND, ['video steps>4']),
  mp4('rate-varies-fragmented', `${picture()} ${JITTER} ${H264_WITHOUT_B} ${INDEXED}`, INDEXED_SOUND, [
    'video steps>4',
    'video moof>1',
  ]),
];

const STARTS: Recipe[] = [
  mp4('video-starts-late', `-itsoffset 0.5 ${picture()} -vsync passthrough ${H264} ${FASTSTART}`, PLAIN_SOUND, [
    'video editListEmpty=1',
    'video start>0.4',
  ]),
  mp4('video-starts-late-fragmented', `${VIDEO} -output_ts_offset 0.5 ${INDEXED_LATER}`, INDEXED_SOUND, [
    'video editListEmpty=1',
    'video moof>1',
  ]),
  mp4('audio-starts-late', PLAIN_VIDEO, `${SOUND} -output_ts_offset 0.5 ${FASTSTART}`, [
    'audio editListEmpty=1',
    'audio start>0.4',
  ]),
  mp4('audio-starts-late-fragmented', INDEXED_VIDEO, `${SOUND} -output_ts_offset 0.5 ${INDEXED_LATER}`, [
    'audio editListEmpty=1',
    'audio moof>1',
  ]),
  mp4('audio-priming', PLAIN_VIDEO, PLAIN_SOUND, ['audio editListTrimmed=1', 'video editListTrimmed=1']),
  mp4('audio-priming-fragmented', `${VIDEO} ${INDEXED_LATER}`, `${SOUND} ${INDEXED_LATER}`, [
    'audio editListTrimmed=1',
    'video editListTrimmed=1',
    'audio moof>1',
  ]),
  mp4(
    'starts-below-zero',
    {
      args: `${VIDEO} ${PLAIN}`,
      remux: { before: '-itsoffset -0.3', behind: `-c copy -avoid_negative_ts disabled ${FASTSTART}` },
    },
    `-itsoffset -0.3 ${SOUND} -avoid_negative_ts disabled ${FASTSTART}`,
    ['video editListTrimmed=1', 'video editMediaTimeS>0.3', 'audio editMediaTimeS>0.3'],
  ),
  mp4(
    'cut-between-sync-samples',
    { args: `${VIDEO} ${PLAIN}`, remux: { before: '-ss 0.7', behind: `-c copy ${FASTSTART}` } },
    { args: `${SOUND} ${PLAIN}`, remux: { before: '-ss 0.7', behind: `-c copy ${FASTSTART}` } },
    ['video editMediaTimeS>0.2', 'video packets>30'],
  ),
  mp4(
    'begins-at-an-hour',
    `${VIDEO} -output_ts_offset 3600 -avoid_negative_ts disabled -use_editlist 0 ${INDEXED}+frag_discont`,
    `${SOUND} -output_ts_offset 3600 -avoid_negative_ts disabled -use_editlist 0 ${INDEXED}+frag_discont`,
    ['video start>3599', 'audio start>3599', 'video editListEmpty=0'],
  ),
  mp4(
    'video-later-by-tfdt',
    `${VIDEO} -output_ts_offset 0.5 -avoid_negative_ts disabled -use_editlist 0 ${INDEXED}+frag_discont`,
    `${SOUND} -use_editlist 0 ${INDEXED}`,
    ['video start>0.4', 'video edits=0', 'video leadingPictures=0', 'video moof>1'],
  ),
  mp4(
    'video-later-by-tfdt-unindexed',
    `${VIDEO} -output_ts_offset 0.5 -avoid_negative_ts disabled -use_editlist 0 ${WITHOUT_INDEX}+frag_discont`,
    `${SOUND} -use_editlist 0 ${INDEXED}`,
    ['video start>0.4', 'video edits=0', 'video sidx=0', 'video moof>1'],
  ),
  mp4('negative-composition-offsets', `${VIDEO} ${FASTSTART}+negative_cts_offsets`, PLAIN_SOUND, [
    'video cttsVersion=1',
    'video editListTrimmed=0',
  ]),
  mp4('negative-composition-offsets-fragmented', `${VIDEO} ${INDEXED}+negative_cts_offsets`, INDEXED_SOUND, [
    'video trunVersion=1',
  ]),
  mp4('without-edit-list', `${VIDEO} -use_editlist 0 ${FASTSTART}`, `${SOUND} -use_editlist 0 ${FASTSTART}`, [
    'video edits=0',
    'audio edits=0',
  ]),
];

const LENGTHS: Recipe[] = [
  mp4('one-frame', `${VIDEO} -frames:v 1 ${FASTSTART}`, PLAIN_SOUND, ['video packets=1']),
  mp4('one-frame-fragmented', `${VIDEO} -frames:v 1 ${INDEXED}`, INDEXED_SOUND, ['video packets=1', 'video moof=1']),
  mp4('one-frame-each', `${VIDEO} -frames:v 1 ${INDEXED}`, `${SOUND} -frames:a 1 ${INDEXED}`, [
    'video packets=1',
    'audio packets=1',
  ]),
  mp4('video-longer', `${pictures(25, 5)} ${FASTSTART}`, `${tone({ durationS: 1 })} ${AAC} ${FASTSTART}`, [
    'video lasts>4',
    'audio packets>40',
  ]),
  mp4('video-longer-fragmented', `${pictures(25, 5)} ${INDEXED}`, `${tone({ durationS: 1 })} ${AAC} ${INDEXED}`, [
    'video lasts>4',
    'video moof>8',
  ]),
  mp4('audio-longer', `${pictures(25, 1)} ${FASTSTART}`, `${tone({ durationS: 5 })} ${AAC} ${FASTSTART}`, [
    'audio lasts>4',
  ]),
  mp4('audio-longer-fragmented', `${pictures(25, 1)} ${INDEXED}`, `${tone({ durationS: 5 })} ${AAC} ${INDEXED}`, [
    'audio lasts>4',
    'audio moof>8',
  ]),
];

/** What is told of times: rates and timescales, where tracks start, how long they last. */
export const TIMING_RECIPES: Recipe[] = [...RATES, ...STARTS, ...LENGTHS];
