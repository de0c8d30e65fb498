import * as changes from 'virtual:site-pages';
import { createDiscoveryAnswers } from './answers.server.ts';
import { listPages } from './listed-pages.ts';

/** Answers robots.txt and the sitemaps of the pages that were built; undefined for any other path. */
export const discoveryAnswer = createDiscoveryAnswers(listPages(changes));
