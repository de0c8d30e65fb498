/** Made by scripts/vite/site-pages.ts. Days are written `2026-11-22`. */
declare module 'virtual:site-pages' {
  /** Language → slug → when the document was last changed. */
  export const documents: Record<string, Record<string, string>>;
  /** When the texts of a language last changed; null where that is not known. */
  export const texts: Record<string, string | null>;
  /** When what pages show beside them last changed. */
  export const shown: Record<'download' | 'status' | 'api', string | null>;
}
