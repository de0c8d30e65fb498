const PRELOAD = /<link\b(?=[^>]* rel="modulepreload")[^>]* href="([^"]+)"[^>]*>/g;
const ENTRY = /<script\b(?=[^>]* type="module")[^>]* src="([^"]+)"[^>]*><\/script>/;

/** When a frame is asked for, it is not painted yet, and code that is quick comes in between: so the browser tells, where it does. */
const WHEN_PAINTED =
  "globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')" +
  "?new PerformanceObserver((list,observer)=>{if(list.getEntriesByName('first-contentful-paint').length){observer.disconnect();load()}})" +
  ".observe({type:'paint',buffered:true})" +
  ':requestAnimationFrame(()=>setTimeout(load))';

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
    .replace(ENTRY, () => `<script nonce="${nonce}">{const load=()=>{${load}};${WHEN_PAINTED}}</script>`);
}
