const PRELOAD = /<link\b(?=[^>]* rel="modulepreload")[^>]* href="([^"]+)"[^>]*>/g;
const ENTRY = /<script\b(?=[^>]* type="module")[^>]* src="([^"]+)"[^>]*><\/script>/;

/**
 * Has a page load its code when it has been painted: until then code only keeps the network and the processor from what is to be seen.
 * Everything on a page works as HTML, so nobody waits for it. A tab in the background paints nothing, and loads it when it is looked at.
 * @param html of a page, as Start writes it
 * @param nonce of its scripts
 */
export function loadCodeAfterFirstPaint(html: string, nonce: string): string {
  const [, entry] = ENTRY.exec(html) ?? [];
  if (entry === undefined) return html;
  const preloads = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const load = `for(const h of ${JSON.stringify(preloads)}){const l=document.createElement('link');l.rel='modulepreload';l.href=h;document.head.append(l)}import(${JSON.stringify(entry)})`;
  return html
    .replace(PRELOAD, '')
    .replace(ENTRY, () => `<script nonce="${nonce}">requestAnimationFrame(()=>setTimeout(()=>{${load}}))</script>`);
}
