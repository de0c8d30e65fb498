import type { ComponentType } from 'react';
import type { ComponentName } from './component-names.ts';

/** A document of content/<locale>/<slug>.mdx, compiled. */
export type DocumentModule = {
  default: ComponentType<{ components: DocumentComponents }>;
  frontmatter: Frontmatter;
  headings: readonly Heading[];
};
export type Frontmatter = {
  title: string;
  description: string;
  /** `2026-11-22` */
  updated: string;
  /** Of terms and the like: the English text prevails. */
  legal?: boolean;
};
export type Heading = { id: string; depth: number; title: string };

// Each component has properties of its own, which documents are not checked for; documents.test.ts does that.
type AnyComponent = ComponentType<never>;
export type DocumentComponents = Record<ComponentName | 'a' | 'h2' | 'h3' | 'table' | 'pre', AnyComponent>;

/** By path of the file. A module of its own, since the list of 230 files is not small. */
export const texts = import.meta.glob<DocumentModule>('/content/*/*.mdx');
