/** What the database of a data folder is: PGlite in a thread (embedded.ts), or a PostgreSQL as a child (child/child.ts). */
export const EMBEDDED_KINDS = ['pglite', 'postgres'] as const;

export type EmbeddedKind = (typeof EMBEDDED_KINDS)[number];
