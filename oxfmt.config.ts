import { defineConfig } from 'oxfmt';

export default defineConfig({
  printWidth: 120,
  singleQuote: true,
  trailingComma: 'all',
  ignorePatterns: [
    '**/routeTree.gen.ts',
    'src/**/paraglide/**',
    'package-lock.json',
    'messages/**',
    'public/**',
    'content/**',
    // Tables of whole sentences: padded, they are three times as long (scripts/house/bare-tables.ts).
    'docs/specification.md',
    'docs/security.md',
  ],
});
