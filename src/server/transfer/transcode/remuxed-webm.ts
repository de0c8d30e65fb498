import type { Recipe } from './recipe.ts';

const NOTHING = Buffer.alloc(0);
const BARE = ['-map_metadata', '-1', '-map_chapters', '-1', '-c', 'copy', '-f', 'webm', 'pipe:1'];

/** WebM of one input, or of the first's picture and the second's sound: their own packets, for inputs that do not say where what is. */
export function remuxedWebm(isPair: boolean, kind: 'video' | 'audio'): Recipe {
  const inputs = isPair ? ['-i', 'pipe:3', '-map', '0:v:0', '-map', '1:a:0'] : ['-map', '0'];
  return { args: ['-i', 'pipe:0', ...inputs, ...BARE], contentType: `${kind}/webm`, container: 'webm', head: NOTHING };
}
