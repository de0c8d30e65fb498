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
  ],
});
