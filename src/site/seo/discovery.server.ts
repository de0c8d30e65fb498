import * as changes from 'virtual:site-pages';
import { documentTitles } from '../documents/document-list.ts';
import { createDiscoveryAnswers } from './answers.server.ts';
import { listPages } from './listed-pages.ts';

/** Answers robots.txt, llms.txt and the sitemaps of the pages that were built; undefined for any other path. */
export const discoveryAnswer = createDiscoveryAnswers(listPages(changes), documentTitles('en'));
