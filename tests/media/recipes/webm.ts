import {
  AV1_SVT,
  JITTER,
  OPUS,
  picture,
  PQ_COLOURS,
  TEN_BITS,
  tone,
  VORBIS,
  VP8,
  VP9,
  VP9_SUPERFRAMES,
} from '../encodings.ts';
import { type Recipe, webm } from '../recipe.ts';

const WEBM = '-f webm';
const LONG = `${picture({ durationS: 4 })} ${VP9} ${WEBM}`;
const LONG_SOUND = `${tone({ durationS: 4 })} ${OPUS} ${WEBM}`;
const VIDEO = `${picture()} ${VP9} ${WEBM}`;
const SOUND = `${tone()} ${OPUS} ${WEBM}`;

function both(name: string, layout: string, traits: Recipe['traits']): Recipe {
  return webm(name, `${LONG} ${layout}`, `${LONG_SOUND} ${layout}`, traits);
}

const CODECS: Recipe[] = [
  webm('vp8-vorbis', `${picture()} ${VP8} ${WEBM}`, `${tone()} ${VORBIS} ${WEBM}`, [
    'video codec_name=vp8',
    'audio codec_name=vorbis',
  ]),
  webm('vp8-opus', `${picture()} ${VP8} ${WEBM}`, SOUND, ['video codec_name=vp8', 'audio codec_name=opus']),
  webm('vp8-alpha', `${picture()} ${VP8} -pix_fmt yuva420p -auto-alt-ref 0 ${WEBM}`, SOUND, [
    'video BlockAdditions>40',
  ]),
  webm('vp9-opus', VIDEO, SOUND, ['video codec_name=vp9', 'video profile=Profile 0', 'audio channels=2']),
  webm('vp9-vorbis', VIDEO, `${tone({ rate: 44_100, channels: 1 })} ${VORBIS} ${WEBM}`, [
    'audio sample_rate=44100',
    'audio channels=1',
  ]),
  webm('vp9-opus-5.1', VIDEO, `${tone({ channels: 6 })} ${OPUS} -b:a 128k ${WEBM}`, ['audio channels=6']),
  webm('vp9-opus-60-ms', VIDEO, `${tone()} ${OPUS} -frame_duration 60 ${WEBM}`, ['audio packets=34']),
  webm('webm-vp9-superframes', `${picture()} ${VP9_SUPERFRAMES} ${WEBM}`, SOUND, ['video codec_name=vp9']),
  webm('vp9-hdr', `${picture()} ${VP9} ${TEN_BITS} ${PQ_COLOURS} ${WEBM}`, SOUND, [
    'video profile=Profile 2',
    'video Colour=1',
    'video color_transfer=smpte2084',
  ]),
  webm('av1-opus', `${picture()} ${AV1_SVT} ${WEBM}`, SOUND, ['video codec_name=av1']),
];

const TIMING: Recipe[] = [
  webm('webm-rate-59.94', `${picture({ rate: '60000/1001' })} ${VP9} ${WEBM}`, SOUND, ['video packets=120']),
  webm('webm-rate-23.976', `${picture({ rate: '24000/1001' })} ${VP9} ${WEBM}`, SOUND, [
    'video r_frame_rate=24000/1001',
  ]),
  webm('webm-rate-1', `${picture({ rate: 1, durationS: 6 })} ${VP9} ${WEBM}`, LONG_SOUND, ['video packets=6']),
  webm('webm-rate-varies', `${picture()} ${JITTER} ${VP9} ${WEBM}`, SOUND, ['video steps>4']),
  webm('webm-audio-starts-late', VIDEO, `${SOUND} -output_ts_offset 0.5`, ['audio start>0.4']),
  webm('webm-video-starts-late', `${VIDEO} -output_ts_offset 0.5`, SOUND, ['video start>0.4']),
  webm('webm-one-frame', `${VIDEO} -frames:v 1`, SOUND, ['video packets=1', 'video Cluster=1']),
  webm('webm-video-longer', LONG, `${tone({ durationS: 1 })} ${OPUS} ${WEBM}`, ['video lasts>3', 'audio packets>40']),
  webm('webm-audio-longer', `${picture({ durationS: 1 })} ${VP9} ${WEBM}`, LONG_SOUND, ['audio lasts>3']),
  webm('webm-pixels-3-2', `${picture()} -vf setsar=3/2 ${VP9} ${WEBM}`, SOUND, ['video sample_aspect_ratio=3:2']),
];

const LAYOUTS: Recipe[] = [
  both('cues-last', '', [
    'video Cluster>2',
    'video order=SeekHead Void Info Tracks Tags Cluster Cues',
    'audio BlockGroup=1',
  ]),
  both('cues-first', '-cues_to_front 1', ['video order=SeekHead Void Info Tracks Tags Cues Cluster']),
  both('cues-in-reserved-space', '-reserve_index_space 2000', [
    'video order=SeekHead Void Info Tracks Tags Cues Void Cluster',
  ]),
  both('cues-none', '-live 1', ['video Cues=0', 'video unknownSizes=1', 'audio Cues=0', 'audio unknownSizes=1']),
  both('dash', '-dash 1 -dash_track_number 2 -cluster_time_limit 1000', ['video trackNumber=2', 'audio Cluster>3']),
  both('clusters-of-200-ms', '-cluster_time_limit 200', ['video Cluster>15', 'audio Cluster>15']),
  both('clusters-of-8-kB', '-cluster_size_limit 8000', ['video Cluster>8', 'audio Cluster>2']),
  webm(
    'with-checksums',
    { args: `${picture({ durationS: 4 })} ${VP9} -f matroska`, finish: 'webmDocType' },
    { args: `${tone({ durationS: 4 })} ${OPUS} -f matroska`, finish: 'webmDocType' },
    ['video CRC-32>5', 'audio CRC-32>4', 'video docType=webm'],
  ),
  webm(
    'clusters-of-unknown-size',
    { args: `${LONG} -live 1`, finish: 'unknownClusterSizes' },
    { args: `${LONG_SOUND} -live 1`, finish: 'unknownClusterSizes' },
    ['video unknownSizes>4', 'audio unknownSizes>1'],
  ),
  webm('cues-first-with-last', `${LONG} -cues_to_front 1`, LONG_SOUND, ['video Cues=1', 'audio Cues=1']),
];

/** VP8, VP9 and AV1 with Opus and Vorbis, and where a WebM's elements are. */
export const WEBM_RECIPES: Recipe[] = [...CODECS, ...TIMING, ...LAYOUTS];
