/**
 * What programs that wander through sites shall leave alone: calls, which are no pages. Pages that no search engine shall list say so
 * themselves (src/site/seo/page-head.ts), and must be open for that to be read: barred here, they could still be listed, by address alone.
 */
export function robots(origin: string): string {
  const barred = ['/api/', '/identity/', '/_serverFn/'];
  const rules = ['User-agent: *', ...barred.map((path) => `Disallow: ${path}`)];
  return `${rules.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`;
}
