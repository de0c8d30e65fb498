import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachePlace, ensureCached } from '../setup/cache.ts';
import { ffmpeg, ffmpegVersion } from './ffmpeg.ts';
import { FINISHES } from './finishes.ts';
import type { Making, Recipe } from './recipe.ts';
import { RECIPES } from './recipes.ts';

/** A video-only and an audio-only file to be merged. `traits` say what is special about them (`Trait` in recipe.ts). */
export type Pair = { name: string; kind: 'mp4' | 'webm'; video: string; audio: string; traits: string[] };

/** Raised when files of the same recipes come out otherwise: when a finish changes, or what is done here. */
const VERSION = 1;
const AT_A_TIME = 2;

/**
 * The pairs of every recipe. Those that the cache lacks are made by ffmpeg, whole or not at all, so any number of
 * processes may ask at once. Half a minute for all of them the first time. Throws when ffmpeg is missing or fails.
 */
export async function makeCorpus(): Promise<Pair[]> {
  const salt = `${VERSION} ${await ffmpegVersion()}`;
  const left = shuffled(RECIPES.map((recipe) => ({ recipe, folder: folderOf(recipe, salt) })));
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await ensurePair(next.recipe, next.folder);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return RECIPES.map((recipe) => pairIn(folderOf(recipe, salt), recipe));
}

function folderOf({ kind, video, audio }: Recipe, salt: string): string {
  return cachePlace('pair', [salt, kind, video, audio]);
}

function pairIn(folder: string, { name, kind, traits }: Recipe): Pair {
  const [video, audio] = kind === 'mp4' ? ['video.mp4', 'audio.m4a'] : ['video.webm', 'audio.webm'];
  return { name, kind, video: join(folder, video), audio: join(folder, audio), traits };
}

/** In any order: processes that begin at the same moment would otherwise all make the same pairs. */
function shuffled<T>(items: T[]): T[] {
  const places = items.map((item) => ({ item, place: Math.random() }));
  return places.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

async function ensurePair(recipe: Recipe, folder: string): Promise<void> {
  try {
    await ensureCached(folder, async (unfinished) => {
      const { video, audio } = pairIn(unfinished, recipe);
      await make(recipe.video, video);
      await make(recipe.audio, audio);
    });
  } catch (error) {
    throw new Error(`The pair ${recipe.name} could not be made`, { cause: error });
  }
}

async function make({ args, remux, finish }: Making, path: string): Promise<void> {
  const encoded = remux ? `${path}.encoded` : path;
  await ffmpeg([...words(args), encoded]);
  if (remux) {
    await ffmpeg([...words(remux.before), '-i', encoded, ...words(remux.behind), path]);
    await rm(encoded);
  }
  if (finish) await writeFile(path, FINISHES[finish](await readFile(path)));
}

function words(args: string): string[] {
  return args.split(' ').filter(Boolean);
}
