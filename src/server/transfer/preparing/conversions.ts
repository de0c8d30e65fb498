import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import { type Converted, planConversion, planMux } from '../plan-conversion.ts';
import type { CoverCache } from '../cover.ts';
import type { BufferPool } from '../reading/buffer-pool.ts';
import type { Ffmpeg } from '../transcode/ffmpeg.ts';
import type { PrepareOptions } from '../transfer.ts';
import { TransferError } from '../transfer-error.ts';
import type { FormatPlans } from './format-plans.ts';
import type { FfmpegRecipe } from '../transcode/ffmpeg-recipe.ts';

/** What ffmpeg makes of a format. All reject with TransferError; with conversion_failed where there is no ffmpeg. */
type Conversions = {
  /** Another format, a clip cut exactly, or picture and sound of different containers in one. */
  of(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Converted>;
  /** WebM that does not say where what is: put together while it comes, of a length that only its end tells. */
  remuxed(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Converted>;
};

type ConversionPorts = { plans: FormatPlans; covers: CoverCache; ffmpeg: Ffmpeg | null; bufferPool: BufferPool };

export function createConversions({ plans, covers, ffmpeg, bufferPool }: ConversionPorts): Conversions {
  function tools(): { ffmpeg: Ffmpeg; bufferPool: BufferPool } {
    if (!ffmpeg) throw new TransferError('conversion_failed');
    return { ffmpeg, bufferPool };
  }

  return {
    async of(canonicalUrl, found, options) {
      const { recipe } = found;
      const to = recipe.kind === 'convert' ? recipe.to : 'cut';
      if (to === 'mux') return planMux(await plans.parts(canonicalUrl, found, options), tools());
      const [plan, cover] = await Promise.all([
        plans.of(canonicalUrl, found, options),
        to.startsWith('mp3') ? covers.of(canonicalUrl, found, options.signal) : null,
      ]);
      const { clip = null, signal } = options;
      return planConversion({ found, to, plan, cover, clip, signal }, tools());
    },

    async remuxed(canonicalUrl, found, options) {
      const files = await plans.files(canonicalUrl, found, options);
      const recipe = remuxedWebm(files.length > 1, found.format.kind === 'audio' ? 'audio' : 'video');
      return planMux(files, tools(), recipe);
    },
  };
}

const NOTHING = Buffer.alloc(0);
const BARE = ['-map_metadata', '-1', '-map_chapters', '-1', '-c', 'copy', '-f', 'webm', 'pipe:1'];

/** WebM of one input, or of the first's picture and the second's sound: their own packets, for inputs that do not say where what is. */
function remuxedWebm(isPair: boolean, kind: 'video' | 'audio'): FfmpegRecipe {
  const inputs = isPair ? ['-i', 'pipe:3', '-map', '0:v:0', '-map', '1:a:0'] : ['-map', '0'];
  return { args: ['-i', 'pipe:0', ...inputs, ...BARE], contentType: `${kind}/webm`, container: 'webm', head: NOTHING };
}
