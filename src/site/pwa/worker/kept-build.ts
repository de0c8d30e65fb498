/** What the build tells the service worker of itself (scripts/vite/service-worker.ts). */
export type KeptBuild = {
  /** Another one for each build. */
  version: string;
  /** Paths of all scripts, styles and typefaces of the build. */
  assets: string[];
  /** Those that the form needs once it is touched, in any language. */
  form: string[];
  /** Texts, by language. */
  texts: Record<string, string[]>;
};

/** Messages from pages to the worker. */
export type PageMessage =
  /** The visitor agrees to the new release. */
  | { type: 'takeOver' }
  /** Whether a page that loaded these is of the worker's own build: answered on the port. */
  | { type: 'isYours'; assets: string[] };

const ASSET = /\/assets\/[\w./-]+?\.(?:js|css)\b/g;

/** Paths of the scripts and styles that a page names. */
export function assetsNamedIn(html: string): string[] {
  return [...new Set(html.match(ASSET) ?? [])];
}

/** Whether scripts and styles are of this build, so that no page meets parts of another. */
export function areOf({ assets }: KeptBuild, named: readonly string[]): boolean {
  const own = new Set(assets);
  return named.every((path) => own.has(path));
}
