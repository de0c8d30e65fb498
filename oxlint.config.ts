import { defineConfig, type OxlintOverride } from 'oxlint';

/** All that the site does is put together of these. */
const OF_SERVICE = [
  'model',
  'server/observability',
  'server/engine',
  'server/transfer',
  'server/jobs',
  'server/updates',
  'server/bucket',
  'server/store',
  'server/identity',
] as const;

/**
 * The rooms of src/ and which others each may import; what is not listed is forbidden. docs/architecture.md draws the same map.
 * `src/rooms.test.ts` checks that the folders are these and that planted violations are found.
 */
export const ROOMS: Record<string, readonly string[]> = {
  model: [],
  language: ['model'],
  site: ['model', 'language'],
  content: ['model', 'language', 'site'],
  download: ['model', 'language', 'site'],
  account: ['model', 'language', 'site'],
  status: ['model', 'language', 'site'],
  reference: ['model', 'language', 'site'],
  analytics: ['model', 'language', 'site'],
  admin: ['model', 'language', 'site', 'account'],
  showcase: ['model', 'language', 'site', 'analytics', 'download', 'account', 'status', 'reference', 'admin'],
  routes: ['model', 'language', 'site', 'content', 'download', 'account', 'status', 'reference', 'admin', 'showcase'],
  'server/observability': ['model'],
  'server/egress': ['model', 'server/observability'],
  'server/confinement': [],
  'server/store': ['model', 'server/observability'],
  'server/bucket': ['model', 'server/observability'],
  'server/engine': ['model', 'server/observability', 'server/egress', 'server/confinement'],
  'server/identity': ['model', 'server/observability', 'server/store'],
  'server/transfer': ['model', 'server/observability', 'server/egress', 'server/confinement', 'server/engine'],
  'server/updates': ['model', 'server/observability', 'server/engine', 'server/store'],
  'server/jobs': ['model', 'server/observability', 'server/engine', 'server/transfer', 'server/bucket', 'server/store'],
  'server/service': OF_SERVICE,
  'server/http': [...OF_SERVICE, 'server/service'],
};

type Pattern = { regex: string; message: string };

/** What files of a room may not import, as patterns on the import's text (without look-around: the engine has none). */
function forbidden(room: string, { mayCallServer = false } = {}): Pattern[] {
  const allowed = ROOMS[room] ?? [];
  const others = Object.keys(ROOMS).filter((name) => name !== room && !allowed.includes(name));
  const allowance = [...allowed, ...(mayCallServer ? ['server/index.ts'] : [])].join(', ') || 'no other room';
  const message = `src/${room} may import ${allowance} (ROOMS in oxlint.config.ts).`;
  const server = mayCallServer
    ? '^#/server/(?:[^i]|[^/]+/)'
    : room.startsWith('server/')
      ? '^#/server/[^/]+$'
      : '^#/server/';
  const climbing = Object.keys(ROOMS).map((name) => name.replace('server/', ''));
  return [
    { regex: `^#/(?:${others.join('|')})(?:/|$)`, message },
    { regex: '^#/[^/]+$', message },
    { regex: server, message },
    {
      regex: `^(?:\\.\\./)+(?:src/|server/)*(?:(?:${climbing.join('|')}|server)(?:/|$)|(?:server|env)\\.ts$)`,
      message: 'Across rooms, import by #/room/file.ts.',
    },
    { regex: `^#/${room}/`, message: 'Inside a room, import by relative path.' },
  ];
}

/** The nouns are shared by both sides, so they stay free of everything but the schema library. Their tests need not. */
const modelPackages = { regex: '^(?:[^v#.]|v[^a]|#[^a])', message: 'src/model imports valibot and #app.config only.' };

function restrict(files: string[], patterns: Pattern[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const rooms = [
  ...Object.keys(ROOMS).map((room) => restrict([`src/${room}/**`], forbidden(room))),
  { ...restrict(['src/model/**'], [...forbidden('model'), modelPackages]), excludeFiles: ['**/*.test.ts'] },
];

/** Server functions, and the routes that mount the HTTP APIs, may enter the server, and then by its front door only. */
const serverCallers = [
  ...['content', 'download', 'account', 'status', 'reference', 'admin', 'showcase'].map((room) =>
    restrict([`src/${room}/**/*.functions.ts`], forbidden(room, { mayCallServer: true })),
  ),
  restrict(['src/routes/api/**', 'src/routes/identity/**'], forbidden('routes', { mayCallServer: true })),
];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'react', 'jsx-a11y', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/routeTree.gen.ts', 'src/**/paraglide/**', 'dist*/**', '.cache/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-duplicates': 'error',
    'node/no-process-env': 'error',
    'react/rules-of-hooks': 'error',
    // The player's captions come from a list, which this rule cannot see into.
    'jsx-a11y/media-has-caption': 'off',
    'react/exhaustive-deps': 'error',
    'react/button-has-type': 'error',
    'react/jsx-no-target-blank': 'error',
    // One place keeps served HTML by it (src/site/keep-served-html.ts), and puts none in.
    'react/no-danger': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'unicorn/prefer-node-protocol': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-eval': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    // The automatic JSX runtime needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    'import/no-named-as-default': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'unicorn/no-array-sort': 'off',
    'no-shadow': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-unassigned-import': 'off',
    // Messages go to threads and other tabs, which have no origin to name.
    'unicorn/require-post-message-target-origin': 'off',
    // Hostile input is matched by its control characters.
    'no-control-regex': 'off',
  },
  overrides: [
    ...rooms,
    {
      // The generated tree of routes names the type of the router that is made of it.
      files: ['src/router.tsx', 'bench/hello/src/router.tsx'],
      rules: { 'import/no-cycle': 'error' },
    },
    ...serverCallers,
    {
      // The only readers of the environment are src/server/env.ts and what runs outside the site.
      files: [
        'src/server/env.ts',
        'scripts/**',
        'bench/**',
        'tests/**',
        '**/*.test.ts',
        '**/*.test.tsx',
        '*.config.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: [
        'src/site/serving/hidden-errors.ts',
        'src/account/configuration-error.ts',
        'scripts/**',
        'bench/**',
        'tests/**',
        'src/entry.node.ts',
        'src/worker.node.ts',
        'src/server/index.ts',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
});
