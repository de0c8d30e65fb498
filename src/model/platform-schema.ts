import * as v from 'valibot';
import { PLATFORMS } from './platform.ts';

/** The schema of a platform's name. Apart from the names themselves, which every page needs before any schema. */
export const Platform = v.picklist(PLATFORMS);
export type Platform = v.InferOutput<typeof Platform>;
