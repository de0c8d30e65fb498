import { AAC, FASTSTART, H264, INDEXED, picture, PLAIN, tone } from '../encodings.ts';
import { mp4, type Making, type Recipe } from '../recipe.ts';

const SOUND = `${tone()} ${AAC}`;

/** Clockwise, which ffmpeg counts the other way. The track's matrix tells it, which ffmpeg writes when it copies. */
function rotated(degrees: number, layout: string): Making {
  const behind = `-c copy -metadata:s:v rotate=${360 - degrees} ${layout}`;
  return { args: `${picture()} ${H264} ${PLAIN}`, remux: { before: '', behind } };
}

/** How pictures are to be shown. */
export const SHAPE_RECIPES: Recipe[] = [
  mp4('rotated-90', rotated(90, FASTSTART), `${SOUND} ${FASTSTART}`, ['video matrix=90']),
  mp4('rotated-180', rotated(180, PLAIN), `${SOUND} ${PLAIN}`, ['video matrix=180']),
  mp4('rotated-270-fragmented', rotated(270, INDEXED), `${SOUND} ${INDEXED}`, ['video matrix=270', 'video moof>1']),
  mp4('pixels-4-3', `${picture()} -vf setsar=4/3 ${H264} ${FASTSTART}`, `${SOUND} ${FASTSTART}`, [
    'video sample_aspect_ratio=4:3',
    'video pasp=1',
  ]),
  mp4('pixels-32-27-fragmented', `${picture()} -vf setsar=32/27 ${H264} ${INDEXED}`, `${SOUND} ${INDEXED}`, [
    'video sample_aspect_ratio=32:27',
  ]),
  mp4('portrait', `${picture({ size: '180x320' })} ${H264} ${INDEXED}`, `${SOUND} ${INDEXED}`, [
    'video width=180',
    'video height=320',
  ]),
  mp4('odd-size', `${picture({ size: '162x94' })} ${H264} ${FASTSTART}`, `${SOUND} ${FASTSTART}`, ['video width=162']),
];
