import { localeOfPath, localizePath } from '#/language/locales.ts';
import { DOCUMENT_SLUGS } from '../documents/document-groups.ts';
import { answerEncoded, encodedText } from '../serving/encoded.server.ts';
import { markdownOf } from './markdown.ts';

const TYPE = 'text/markdown; charset=utf-8';

/** The path of the document whose text is asked for as Markdown, `/fr/privacy` of `/fr/privacy.md`; null: it is none of ours. */
export function documentOfMarkdown(pathname: string): string | null {
  const [, page] = /^(.+)\.md$/.exec(pathname) ?? [];
  if (page === undefined) return null;
  const locale = localeOfPath(page);
  return DOCUMENT_SLUGS.some((slug) => localizePath(`/${slug}`, locale) === page) ? page : null;
}

/** A document's page as Markdown, with its title, what it is about and when it last changed. Throws for a page that is no document's. */
export async function answerMarkdown(request: Request, page: Response, origin: string): Promise<Response> {
  return answerEncoded(request, encodedText(documentMarkdown(await page.text(), origin), TYPE), {
    'x-content-type-options': 'nosniff',
  });
}

/** @param html of the whole page */
export function documentMarkdown(html: string, origin: string): string {
  const [, title] = /<h1[^>]*>([^]*?)<\/h1>/.exec(html) ?? [];
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const [, updated] = /<time[^>]*>([^]*?)<\/time>/.exec(html) ?? [];
  const [, text] = /<article[^>]*>([^]*)<\/article>/.exec(html) ?? [];
  if (title === undefined || text === undefined) throw new Error('A document has a title and a text.');
  const about = [description, updated].filter((line) => line !== undefined).map((line) => `<p>${line}</p>`);
  return markdownOf(`<h1>${title}</h1>${about.join('')}${text}`, origin);
}
