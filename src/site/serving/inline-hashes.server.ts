import { createHash } from 'node:crypto';
import type { InlineSources } from './security-headers.ts';

const META = /<meta property="csp-nonce"[^>]*>/;

/**
 * Makes a page that is kept from one that was rendered with a nonce: what carries it, and is thus our own, is named by its hash in the
 * Content-Security-Policy instead, and the nonce is gone. What somebody else might have written into the page has neither.
 * @param nonce of letters and digits
 */
export function hashInsteadOfNonce(html: string, nonce: string): { html: string; sources: InlineSources } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const ours = new RegExp(`<(script|style)\\b[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</\\1>`, 'g');
  for (const [, element, text] of html.matchAll(ours)) {
    if (text) (element === 'script' ? scripts : styles).add(hashOf(text));
  }
  const kept = html.replace(META, '').replaceAll(` nonce="${nonce}"`, '');
  return { html: kept, sources: { scripts: [...scripts], styles: [...styles] } };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
