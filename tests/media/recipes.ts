import type { Recipe } from './recipe.ts';
import { CODEC_RECIPES } from './recipes/codecs.ts';
import { LAYOUT_RECIPES } from './recipes/layouts.ts';
import { SHAPE_RECIPES } from './recipes/shapes.ts';
import { TIMING_RECIPES } from './recipes/timing.ts';
import { WEBM_RECIPES } from './recipes/webm.ts';

/** Every pair of the corpus. */
export const RECIPES: readonly Recipe[] = [
  ...CODEC_RECIPES,
  ...TIMING_RECIPES,
  ...SHAPE_RECIPES,
  ...LAYOUT_RECIPES,
  ...WEBM_RECIPES,
];
