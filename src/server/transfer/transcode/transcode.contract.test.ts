import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConfine } from '#/server/confinement/confinement.ts';
import { LOCAL_PYTHON } from '#/server/engine/fixtures/local-extractor.ts';
import { createFfmpeg, type Ffmpeg } from './ffmpeg.ts';
import { id3Tag } from './id3.ts';
import type { Mp3BitrateKbps } from './mp3.ts';
import { constantMp3, cutMp4, flac, gif, remuxedMp4, variableMp3, wav } from './ffmpeg-formats.ts';
import type { FfmpegRecipe } from './ffmpeg-recipe.ts';
import { wavHeader } from './wav-header.ts';

const run = promisify(execFile);
const patient = new AbortController().signal;
const logged: string[] = [];
let ffmpeg: Ffmpeg;
let folder: string;

beforeAll(async () => {
  ffmpeg = createFfmpeg({
    path: '/usr/bin/ffmpeg',
    confine: createConfine(LOCAL_PYTHON),
    maxRunning: 2,
    log: (message) => logged.push(message),
  });
  folder = await mkdtemp(join(tmpdir(), 'transcode-'));
});

afterAll(async () => {
  await ffmpeg.close();
  await rm(folder, { recursive: true });
  expect(logged).toEqual([]);
});

/** A file made from nothing, by ffmpeg's own sources. */
async function make(...args: string[]): Promise<Buffer> {
  const sources = args.flatMap((arg) => (arg.startsWith('lavfi:') ? ['-f', 'lavfi', '-i', arg.slice(6)] : [arg]));
  return buffer((await ffmpeg.run([...sources, 'pipe:1'], null, patient)).output);
}

async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 50_000) yield file.subarray(at, at + 50_000);
}

/** The whole file of a recipe, head included. */
async function follow({ args, head }: FfmpegRecipe, input: Buffer): Promise<Buffer> {
  const { output, finished } = await ffmpeg.run(args, inPieces(input), patient);
  const body = await buffer(output);
  await finished;
  return Buffer.concat([head, body]);
}

type Probed = {
  format: { duration?: string; format_name: string; tags?: Record<string, string> };
  streams: {
    codec_name: string;
    codec_type: string;
    width?: number;
    height?: number;
    channels?: number;
    sample_rate?: string;
    start_time?: string;
    nb_read_packets?: string;
    duration_ts?: number;
    disposition: Record<string, number>;
  }[];
  chapters: { start_time: string; end_time: string; tags?: Record<string, string> }[];
};

async function probe(path: string): Promise<Probed> {
  const shown = ['-show_format', '-show_streams', '-show_chapters', '-count_packets', '-of', 'json'];
  const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', ...shown, path]);
  return JSON.parse(stdout) as Probed;
}

async function probeFile(file: Buffer, extension: string): Promise<Probed> {
  const path = join(folder, `probed.${extension}`);
  await writeFile(path, file);
  return probe(path);
}

/** What a player hears of a file: 16-bit samples. */
async function heard(file: Buffer): Promise<Buffer> {
  const args = ['-i', 'pipe:0', '-map', '0:a:0', '-f', 's16le', 'pipe:1'];
  return buffer((await ffmpeg.run(args, inPieces(file), patient)).output);
}

/** A WAV of noise, the same each time. */
function noise(sampleRate: number, channels: 1 | 2, durationSamples: number): Buffer {
  const samples = Buffer.alloc(durationSamples * channels * 2);
  let state = 1;
  for (let at = 0; at < samples.length; at += 2) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    samples.writeInt16LE(state >> 18, at);
  }
  return Buffer.concat([wavHeader({ sampleRate, channels, durationSamples }), samples]);
}

describe('MP3 of a constant bitrate', () => {
  const RATES = [44_100, 48_000, 32_000, 24_000, 22_050, 16_000, 8_000, 96_000, 88_200, 37_800];
  const BITRATES: Mp3BitrateKbps[] = [128, 192, 320];
  const cases = Array.from({ length: 40 }, (_, index) => ({
    sampleRate: RATES[index % RATES.length] ?? 0,
    bitrateKbps: BITRATES[index % BITRATES.length] ?? 128,
    channels: index % 4 < 2 ? (1 as const) : (2 as const),
    durationSamples: [1, 575, 576, 577, 1151, 1152, 1153][index] ?? 1000 + ((index * index * 7919) % 400_000),
  }));

  test.each(cases)(
    '$durationSamples samples, $sampleRate Hz, $bitrateKbps kbit/s, $channels channels',
    async (sound) => {
      const recipe = constantMp3(sound);
      const file = await follow(recipe, noise(sound.sampleRate, sound.channels, sound.durationSamples));
      expect(file.length).toBe(recipe.exactLength);
    },
  );

  test.each([
    ['shorter', 150_000],
    ['longer', 100_000],
  ])('is as long as promised where the sound is %s', async (_, durationSamples) => {
    const m4a = await make(
      'lavfi:sine=duration=2.5:sample_rate=48000',
      '-c:a',
      'aac',
      '-movflags',
      'empty_moov',
      '-f',
      'ipod',
    );
    const recipe = constantMp3({ sampleRate: 48_000, channels: 2, durationSamples, bitrateKbps: 192 });
    expect(await follow(recipe, m4a)).toHaveLength(recipe.exactLength ?? 0);
  });

  test('goes to the end of the sound where its duration is not known', async () => {
    const sound = { sampleRate: 44_100, channels: 1 as const, bitrateKbps: 128 as const };
    const file = await follow(constantMp3({ ...sound, durationSamples: null }), noise(44_100, 1, 100_000));
    expect(file).toHaveLength(constantMp3({ ...sound, durationSamples: 100_000 }).exactLength ?? 0);
  });

  test.each([
    ['image/jpeg', 'mjpeg'],
    ['image/png', 'png'],
  ] as const)('carries its tag, with a cover of %s', async (contentType, codec) => {
    const bytes = await make('lavfi:testsrc=size=640x360', '-frames:v', '1', '-c:v', codec, '-f', 'image2pipe');
    const tag = id3Tag({
      title: 'Tïtle 動画 👋',
      artist: 'Ärtist',
      date: '2026-11-20T10:11:12.000Z',
      comment: 'https://example.org/watch?v=1',
      url: 'https://example.org/watch?v=1',
      cover: { contentType, bytes },
      chapters: [
        { title: 'Öne', startS: 0, endS: 1.25 },
        { title: 'Two', startS: 1.25, endS: 3 },
      ],
    });
    const recipe = constantMp3({ sampleRate: 44_100, channels: 2, durationSamples: 132_300, bitrateKbps: 192, tag });
    const file = await follow(recipe, noise(44_100, 2, 132_300));
    expect(file.length).toBe(recipe.exactLength);
    const { format, streams, chapters } = await probeFile(file, 'mp3');
    expect(format).toMatchObject({
      format_name: 'mp3',
      tags: {
        title: 'Tïtle 動画 👋',
        artist: 'Ärtist',
        date: '2026-11-20',
        comment: 'https://example.org/watch?v=1',
      },
    });
    expect(streams).toMatchObject([
      { codec_name: 'mp3', channels: 2 },
      { codec_name: codec, width: 640, height: 360, disposition: { attached_pic: 1 } },
    ]);
    expect(chapters).toMatchObject([
      { start_time: '0.000000', end_time: '1.250000', tags: { title: 'Öne' } },
      { start_time: '1.250000', end_time: '3.000000', tags: { title: 'Two' } },
    ]);
  });
});

test.each([44_100, 48_000, 22_050, 8_000])(
  'MP3 of a variable bitrate tells its duration: %i Hz',
  async (sampleRate) => {
    const durationSamples = sampleRate * 20;
    // Its first half is silent: a guess from there would be wrong.
    const input = noise(sampleRate, 2, durationSamples);
    input.fill(0, 44, input.length / 2);
    const recipe = variableMp3({ sampleRate, channels: 2, durationSamples, tag: id3Tag({ title: 'a' }) });
    const file = await follow(recipe, input);
    const { format, streams } = await probeFile(file, 'mp3');
    expect(streams).toMatchObject([{ codec_name: 'mp3', sample_rate: String(sampleRate) }]);
    const samplesPerFrame = sampleRate >= 32_000 ? 1152 : 576;
    // ffprobe does not count the frame that tells it.
    const frames = Number(streams[0]?.nb_read_packets);
    expect(Number(format.duration)).toBeCloseTo((frames * samplesPerFrame) / sampleRate, 3);
    expect(Number(format.duration) - 20).toBeLessThan(0.2);
  },
);

describe('WAV', () => {
  test('has exactly the samples that were promised', async () => {
    const input = noise(44_100, 2, 100_001);
    const recipe = wav({ sampleRate: 44_100, channels: 2, durationSamples: 100_001 });
    expect(recipe.exactLength).toBe(44 + 100_001 * 4);
    const file = await follow(recipe, input);
    expect(file.equals(input)).toBe(true);
    expect((await probeFile(file, 'wav')).streams).toMatchObject([{ codec_name: 'pcm_s16le', duration_ts: 100_001 }]);
  });

  test('of a sound of lossy codec, other rate and more channels', async () => {
    const surround = await make(
      'lavfi:anoisesrc=duration=2:sample_rate=48000',
      '-ac',
      '6',
      '-c:a',
      'flac',
      '-f',
      'flac',
    );
    const recipe = wav({ sampleRate: 44_100, channels: 2, durationSamples: 90_000 });
    const file = await follow(recipe, surround);
    expect(file).toHaveLength(recipe.exactLength ?? 0);
    expect((await probeFile(file, 'wav')).streams).toMatchObject([{ sample_rate: '44100', channels: 2 }]);
  });

  test('of unknown duration plays to its end', async () => {
    const input = noise(44_100, 1, 50_000);
    const file = await follow(wav({ sampleRate: 44_100, channels: 1, durationSamples: null }), input);
    expect((await heard(file)).equals(input.subarray(44))).toBe(true);
  });

  test('of more than 4 GB tells its duration', async () => {
    const { head, exactLength = 0 } = wav({ sampleRate: 48_000, channels: 2, durationSamples: 48_000 * 36_000 });
    const path = join(folder, 'long.wav');
    await writeFile(path, head);
    const file = await open(path, 'r+');
    await file.truncate(exactLength);
    await file.close();
    const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', '-show_format', '-of', 'json', path]);
    expect(JSON.parse(stdout)).toMatchObject({ format: { format_name: 'wav', duration: '36000.000000' } });
  });
});

describe('FLAC', () => {
  test.each([
    [44_100, 2, 100_001],
    [48_000, 1, 4096],
    [8_000, 1, 17],
    [96_000, 2, 96_000],
  ] as const)('%i Hz, %i channels, %i samples: nothing is lost', async (sampleRate, channels, durationSamples) => {
    const input = noise(sampleRate, channels, durationSamples);
    const file = await follow(flac({ sampleRate, channels, durationSamples }), input);
    expect((await heard(file)).equals(input.subarray(44))).toBe(true);
    const { streams } = await probeFile(file, 'flac');
    expect(streams).toMatchObject([{ codec_name: 'flac', sample_rate: String(sampleRate), channels }]);
    expect(streams[0]?.duration_ts).toBe(durationSamples);
  });

  test('of unknown duration', async () => {
    const input = noise(44_100, 2, 50_000);
    const file = await follow(flac({ sampleRate: 44_100, channels: 2, durationSamples: null }), input);
    expect((await heard(file)).equals(input.subarray(44))).toBe(true);
  });
});

describe('GIF', () => {
  test.each([
    ['1280x720', 480, 270],
    ['720x1280', 360, 640],
    ['320x180', 320, 180],
  ])('of %s moves, 12 pictures a second', async (size, width, height) => {
    const video = await make(`lavfi:testsrc=size=${size}:rate=25:duration=4`, '-c:v', 'mpeg2video', '-f', 'mpegts');
    const file = await follow(gif({ startS: 1, durationS: 2 }), video);
    const { format, streams } = await probeFile(file, 'gif');
    expect(streams).toMatchObject([{ codec_name: 'gif', width, height, nb_read_packets: '24' }]);
    expect(Number(format.duration)).toBeCloseTo(2, 1);
    // Repeats for ever: the NETSCAPE2.0 extension with a count of 0.
    expect(file.includes(Buffer.from('NETSCAPE2.0\u0003\u0001\u0000\u0000\u0000', 'latin1'))).toBe(true);
  });
});

describe('MP4 of a transport stream', () => {
  const picture = ['lavfi:testsrc2=size=320x180:rate=25:duration=4', '-bf', '2', '-g', '25', '-c:v', 'libx264'];
  const sound = 'lavfi:sine=duration=4:sample_rate=44100';

  function start({ streams }: Probed, type: string): number {
    return Number(streams.find(({ codec_type }) => codec_type === type)?.start_time);
  }

  test.each([
    ['aac', 'aac', 'aac'],
    ['libmp3lame', 'mp3', 'other'],
  ] as const)('keeps packets and times, sound by %s', async (encoder, codec, audioCodec) => {
    const ts = await make(picture[0] ?? '', sound, ...picture.slice(1), '-c:a', encoder, '-f', 'mpegts');
    const before = await probeFile(ts, 'ts');
    const after = await probeFile(await follow(remuxedMp4({ audioCodec }), ts), 'mp4');
    expect(after.format.format_name).toContain('mp4');
    expect(after.streams).toMatchObject([
      { codec_name: 'h264', nb_read_packets: '100' },
      { codec_name: codec, nb_read_packets: before.streams[1]?.nb_read_packets },
    ]);
    const lead = (probed: Probed) => start(probed, 'video') - start(probed, 'audio');
    expect(lead(after)).toBeCloseTo(lead(before), 2);
  });

  test('without sound', async () => {
    const ts = await make(...picture, '-f', 'mpegts');
    const file = await follow(remuxedMp4({ audioCodec: null }), ts);
    expect((await probeFile(file, 'mp4')).streams).toMatchObject([{ codec_name: 'h264', nb_read_packets: '100' }]);
  });
});

describe('a cut', () => {
  /** Mean brightness of each picture, 0–255. */
  async function brightness(file: Buffer): Promise<number[]> {
    const args = [
      '-i',
      'pipe:0',
      '-fps_mode',
      'passthrough',
      '-vf',
      'scale=1:1:flags=area',
      '-pix_fmt',
      'gray',
      '-f',
      'rawvideo',
      'pipe:1',
    ];
    return [...(await buffer((await ffmpeg.run(args, inPieces(file), patient)).output))];
  }

  test('begins and ends at its pictures, not at key frames, and has its sound', async () => {
    // Black for 2 s, then white for 2 s, in one group of pictures.
    const graph = 'color=black:size=319x179:rate=25:duration=4,drawbox=color=white:t=fill:enable=gte(t\\,1.99)';
    const input = await make(
      `lavfi:${graph}`,
      'lavfi:sine=duration=4',
      '-c:v',
      'libx265',
      '-x265-params',
      'log-level=none',
      '-c:a',
      'aac',
      '-f',
      'mpegts',
    );
    const file = await follow(cutMp4({ startS: 1.6, durationS: 1.2 }), input);
    const levels = await brightness(file);
    expect(levels.map((level) => (level > 128 ? 'white' : 'black'))).toEqual([
      ...Array<string>(10).fill('black'),
      ...Array<string>(20).fill('white'),
    ]);
    const { streams } = await probeFile(file, 'mp4');
    expect(streams).toMatchObject([
      { codec_name: 'h264', width: 318, height: 178 },
      { codec_name: 'aac', channels: 2 },
    ]);
    // The picture began 23 ms behind the sound, which has a priming frame before its first sample.
    expect(Number(streams[0]?.start_time)).toBeCloseTo(0.023, 2);
    const samples = (await heard(file)).length / 4;
    expect(samples / 44_100).toBeCloseTo(1.2, 1);
  });

  test('behind the end of the input is no empty file', async () => {
    const input = await make('lavfi:testsrc=duration=1', '-c:v', 'mpeg2video', '-f', 'mpegts');
    await expect(follow(cutMp4({ startS: 100, durationS: 1 }), input)).rejects.toMatchObject({
      failure: { code: 'conversion_failed' },
    });
    expect(logged.splice(0)).toHaveLength(1);
  });
});
