import {
  AAC,
  AV1_AOM,
  AV1_SVT,
  FASTSTART,
  H264,
  H264_WITHOUT_B,
  h265,
  HDR10,
  INDEXED,
  INDEXED_LATER,
  OPUS,
  picture,
  PQ_COLOURS,
  TEN_BITS,
  tone,
  VP9,
  VP9_SUPERFRAMES,
} from '../encodings.ts';
import { mp4, type Recipe } from '../recipe.ts';

const VIDEO = `${picture()} ${H264}`;
const SOUND = `${tone()} ${AAC}`;
/** For codecs whose place in MP4 this ffmpeg calls experimental. */
const EXPERIMENTAL = '-strict -2';

/** Every codec that MP4 carries, in files that are indexed fragments or plain, by turns. */
export const CODEC_RECIPES: Recipe[] = [
  mp4(
    'h264-baseline',
    `${picture()} ${H264} -profile:v baseline ${INDEXED}`,
    `${tone({ channels: 1 })} ${AAC} ${INDEXED}`,
    ['video profile=Constrained Baseline', 'video has_b_frames=0', 'audio channels=1'],
  ),
  mp4('h264-main', `${picture()} ${H264_WITHOUT_B} -profile:v main ${FASTSTART}`, `${SOUND} ${FASTSTART}`, [
    'video profile=Main',
    'video stss=1',
    'audio codec_name=aac',
    'audio channels=2',
  ]),
  mp4(
    'h264-high-b-frames',
    `${VIDEO} -bf 3 -x264-params b-adapt=0:b-pyramid=none:8x8dct=1 ${INDEXED}`,
    `${tone({ rate: 44_100 })} ${AAC} ${INDEXED}`,
    ['video profile=High', 'video has_b_frames=1', 'audio sample_rate=44100'],
  ),
  mp4(
    'h264-b-pyramid',
    `${VIDEO} -bf 3 -x264-params b-adapt=0:b-pyramid=normal ${FASTSTART}`,
    `${tone({ rate: 22_050 })} ${AAC} ${FASTSTART}`,
    ['video has_b_frames=2', 'video ctts>0', 'audio sample_rate=22050'],
  ),
  mp4(
    'h264-open-gop',
    `${VIDEO} -bf 2 -x264-params b-adapt=0:open-gop=1 ${FASTSTART}`,
    `${tone({ rate: 96_000 })} ${AAC} ${FASTSTART}`,
    ['video leadingPictures>0', 'audio sample_rate=96000'],
  ),
  mp4(
    'h264-open-gop-fragmented',
    `${VIDEO} -bf 2 -x264-params b-adapt=0:open-gop=1 ${INDEXED}`,
    `${SOUND} ${INDEXED}`,
    ['video leadingPictures>0', 'video moof>1'],
  ),
  mp4('h264-10-bit', `${VIDEO} ${TEN_BITS} ${INDEXED}`, `${tone({ channels: 6 })} ${AAC} ${INDEXED}`, [
    'video pix_fmt=yuv420p10le',
    'audio channels=6',
  ]),
  mp4(
    'h264-all-sync',
    `${VIDEO} -g 1 ${FASTSTART}`,
    `${tone({ rate: 8000, channels: 1 })} ${AAC} -b:a 16k ${FASTSTART}`,
    ['video stss=0', 'audio sample_rate=8000'],
  ),
  mp4('h264-avc3', `${VIDEO} -tag:v avc3 ${INDEXED}`, `${SOUND} ${INDEXED}`, ['video codec_tag_string=avc3']),
  mp4('h265-hvc1', `${picture()} ${h265()} -tag:v hvc1 ${INDEXED}`, `${SOUND} ${INDEXED}`, [
    'video codec_name=hevc',
    'video codec_tag_string=hvc1',
  ]),
  mp4('h265-hev1', `${picture()} ${h265('open-gop=1')} -tag:v hev1 ${FASTSTART}`, `${SOUND} ${FASTSTART}`, [
    'video codec_tag_string=hev1',
  ]),
  mp4(
    'h265-hdr10',
    `${picture()} ${h265(HDR10)} ${TEN_BITS} ${PQ_COLOURS} -tag:v hvc1 ${INDEXED}`,
    `${SOUND} ${INDEXED}`,
    ['video color_transfer=smpte2084', 'video colr=1'],
  ),
  mp4('av1', `${picture()} ${AV1_SVT} ${INDEXED}`, `${tone()} ${OPUS} ${EXPERIMENTAL} ${INDEXED}`, [
    'video codec_tag_string=av01',
    'audio codec_tag_string=Opus',
  ]),
  mp4('av1-10-bit', `${picture()} ${AV1_AOM} ${TEN_BITS} ${FASTSTART}`, `${SOUND} ${FASTSTART}`, [
    'video codec_name=av1',
    'video pix_fmt=yuv420p10le',
  ]),
  mp4('vp9', `${picture()} ${VP9} ${INDEXED}`, `${tone()} ${OPUS} ${EXPERIMENTAL} ${FASTSTART}`, [
    'video codec_tag_string=vp09',
    'audio editListTrimmed=1',
  ]),
  mp4('vp9-10-bit', `${picture()} ${VP9} ${TEN_BITS} ${FASTSTART}`, `${SOUND} ${INDEXED}`, ['video profile=Profile 2']),
  mp4('vp9-superframes', `${picture()} ${VP9_SUPERFRAMES} ${INDEXED}`, `${SOUND} ${INDEXED}`, ['video codec_name=vp9']),
  mp4('mpeg4', `${picture()} -c:v mpeg4 -bf 2 -b:v 300k ${FASTSTART}`, `${SOUND} ${FASTSTART}`, [
    'video codec_tag_string=mp4v',
  ]),
  mp4('opus-5.1', `${VIDEO} ${INDEXED}`, `${tone({ channels: 6 })} ${OPUS} -b:a 128k ${EXPERIMENTAL} ${INDEXED}`, [
    'audio codec_name=opus',
    'audio channels=6',
  ]),
  mp4('mp3', `${VIDEO} ${FASTSTART}`, `${tone({ rate: 44_100 })} -c:a libmp3lame ${FASTSTART}`, [
    'audio codec_name=mp3',
  ]),
  mp4('ac3', `${VIDEO} ${FASTSTART}`, `${tone({ channels: 6 })} -c:a ac3 ${FASTSTART}`, [
    'audio codec_tag_string=ac-3',
  ]),
  mp4('eac3', `${VIDEO} ${INDEXED}`, `${tone({ channels: 6 })} -c:a eac3 ${INDEXED_LATER}`, [
    'audio codec_tag_string=ec-3',
  ]),
  mp4('flac', `${VIDEO} ${FASTSTART}`, `${tone()} -c:a flac ${EXPERIMENTAL} ${FASTSTART}`, [
    'audio codec_tag_string=fLaC',
  ]),
  mp4('alac', `${VIDEO} ${FASTSTART}`, `${tone()} -c:a alac ${FASTSTART}`, ['audio codec_tag_string=alac']),
];
