import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rollup } from 'vite';
import type { KeptBuild } from '../../src/site/pwa/worker/kept-build.ts';

const SOURCE = join(import.meta.dirname, '../../src/site/pwa/worker/service-worker.ts');
/** What is loaded when a visitor touches the form, and what that loads in turn when asked to. */
const FORM = /\/src\/(?:download|site\/pwa)\/(?:[\w-]+\/)*[\w-]+\.tsx?$/;
const TEXTS = /virtual:message-catalogue\/(\w+)\/(?:frame|rest)$/;

/** Makes `/sw.js`, the service worker, from its source and the list of what else this build has made. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_, bundle) {
      const kept = describeBuild(bundle);
      const made = await build({
        configFile: false,
        logLevel: 'error',
        define: { KEPT_BUILD: JSON.stringify(kept) },
        build: { write: false, target: 'es2022', copyPublicDir: false, rolldownOptions: { input: SOURCE } },
      });
      const [worker] = 'output' in made ? made.output : [];
      if (worker?.type !== 'chunk') throw new Error('The service worker was not built');
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker.code });
    },
  };
}

function describeBuild(bundle: Rollup.OutputBundle): KeptBuild {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const form = chunks.filter(({ facadeModuleId }) => facadeModuleId && FORM.test(facadeModuleId));
  if (!form.some(({ name }) => name === 'DownloadWorkspace'))
    throw new Error('The form is not loaded by a chunk of its own');
  const texts: Record<string, string[]> = {};
  for (const { moduleIds, fileName } of chunks) {
    for (const locale of moduleIds.flatMap((id) => TEXTS.exec(id)?.[1] ?? []))
      (texts[locale] ??= []).push(`/${fileName}`);
  }
  const assets = Object.keys(bundle).filter((name) => /^assets\/.+\.(?:js|css|woff2)$/.test(name));
  return {
    version: createHash('sha256').update(assets.toSorted().join()).digest('base64url').slice(0, 12),
    assets: assets.map(addressOf),
    form: [...withImports(form, bundle)].map(addressOf),
    texts,
  };
}

/** Chunks with their styles and everything they import at once. */
function withImports(chunks: readonly Rollup.OutputChunk[], bundle: Rollup.OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rollup.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  chunks.forEach(add);
  return files;
}

function addressOf(fileName: string): string {
  return `/${fileName}`;
}
