import type { Finish } from './finishes.ts';

/** How one file is made. Arguments of ffmpeg are words between blanks, without the output. */
export type Making = {
  args: string;
  /** A second run that copies the first one's packets: words before and behind the input. */
  remux?: { before: string; behind: string };
  /** What is done to the bytes that ffmpeg has written. */
  finish?: Finish;
};

/** What holds for one file of a pair; `facts.ts` has the names. Numbers are compared by `>` or `=`, words by `=`. */
export type Trait = `${'video' | 'audio'} ${string}${'=' | '>'}${string}`;

export type Recipe = { name: string; kind: 'mp4' | 'webm'; video: Making; audio: Making; traits: Trait[] };

/** A row of the tables of MP4 pairs. */
export function mp4(name: string, video: string | Making, audio: string | Making, traits: Trait[]): Recipe {
  return { name, kind: 'mp4', video: making(video), audio: making(audio), traits };
}

/** A row of the table of WebM pairs. */
export function webm(name: string, video: string | Making, audio: string | Making, traits: Trait[]): Recipe {
  return { name, kind: 'webm', video: making(video), audio: making(audio), traits };
}

function making(given: string | Making): Making {
  return typeof given === 'string' ? { args: given } : given;
}
