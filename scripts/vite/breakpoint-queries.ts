import type { Plugin } from 'vite';
import { breakpoints } from '../../app.config.ts';

const QUERY = /\(--(from|below)-(\w+)\)/g;
/** Ems, as the theme has them (src/site/theme/theme.ts): whoever has larger letters gets the layout of a narrower screen. */
const PX_PER_EM = 16;

/**
 * Style sheets name widths as app.config.ts does: `@media (--from-md)`, where the layout of that breakpoint applies, and
 * `@media (--below-md)`, where it does not yet.
 */
export function breakpointQueries(): Plugin {
  return {
    name: 'breakpoint-queries',
    enforce: 'pre',
    transform: (code, id) => (/\.css(?:\?|$)/.test(id) ? { code: withWidths(code), map: null } : null),
  };
}

/** @throws Error a breakpoint that there is not */
export function withWidths(css: string): string {
  return css.replaceAll(QUERY, (query, side: 'from' | 'below', name: string) => {
    if (!isBreakpoint(name)) throw new Error(`There is no breakpoint ${name}: ${query}`);
    return `(width ${side === 'from' ? '>=' : '<'} ${breakpoints[name] / PX_PER_EM}em)`;
  });
}

function isBreakpoint(name: string): name is keyof typeof breakpoints {
  return Object.hasOwn(breakpoints, name);
}
