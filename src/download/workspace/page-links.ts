import type { SentAnswer } from './sent-answers.ts';

/** What is known of links that came with a page, by link. */
export type KnownAnswers = Readonly<Record<string, SentAnswer>>;

/** Links read while the page is made on the server; the rest of a longer list is read in the browser. */
const LINKS_READ_AHEAD = 5;

/** Reads what a page with `?u=` needs before it is rendered, so that it works without JavaScript. */
export async function readPageLinks(text = ''): Promise<KnownAnswers> {
  if (text === '') return {};
  const [{ findLinks }, { resolveLink }, { sentAnswer }] = await Promise.all([
    import('#/model/links/links.ts'),
    import('../download.functions.ts'),
    import('./sent-answers.ts'),
  ]);
  const good = findLinks(text).filter(({ problem }) => problem === null);
  const read = good.slice(0, LINKS_READ_AHEAD).map(async ({ link }) => {
    return [link, sentAnswer(await resolveLink({ data: { url: link } }))] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
