import { isTest } from './kinds-of-files.ts';
import type { Module } from './modules.ts';

/**
 * What something passes: an exported name, with the end of its file's path where several files have it (`Route in identity/$.ts`).
 * Where the way has changed since `BEFORE` (commands/house.ts): what it was, and is; null: not at all.
 */
type Pass = string | { before: string | null; now: string | null };

export type Walk = { title: string; passes: readonly Pass[] };
export type Side = 'before' | 'now';

/** Read from the code, in the order in which it is passed. A test keeps `now` true; `before` stays as it was. */
export const WALKS: readonly Walk[] = [
  {
    title: 'a pasted URL, from the form to the bytes',
    passes: [
      'DownloadForm',
      'DownloadWorkspace',
      'addLinks',
      'createSharedQueue',
      'reduceQueue',
      'createQueueWorker',
      'nextStep',
      'orUnanswered',
      { before: 'resolveLink in download.functions.ts', now: 'resolveLink' },
      'checkedInput',
      'forThisVisitor',
      'server',
      { before: 'createDownloaderClient', now: 'createDownloader' },
      { before: 'createApi', now: null },
      { before: 'createCors', now: null },
      { before: 'serveDownloader', now: null },
      { before: 'route in downloader/route.ts', now: null },
      { before: 'MEDIA_ROUTES', now: null },
      { before: 'createCallers', now: 'callerOfSite' },
      { before: 'readJson', now: null },
      { before: 'resolveLink in resolve-link.ts', now: 'resolveForCaller' },
      'forbiddenLink',
      'createLimits',
      'createEngine',
      { before: 'createGatekeeper', now: 'createPolicyEnforcer' },
      { before: 'resolveLink in short-links.ts', now: 'followLink' },
      'recognise',
      { before: 'createAnswers', now: 'createExtractionCache' },
      { before: 'createHealthBook', now: 'createHealthRegistry' },
      'createExtractor',
      'createVersions',
      'createClientLadder',
      'createPool',
      'startWorker in process.ts',
      'readMessage',
      'readMedia',
      'readEntry',
      'readFormats',
      'createOffer',
      'recommend',
      'probeFiles',
      'withExactSizes',
      { before: 'signLinks', now: null },
      'createLinkSigner',
      { before: 'json', now: null },
      'ResultCard',
      'FormatTable',
      'askForPlace',
      'saveLink',
      'serveVideo',
      'readVideoLink',
      'prepareFile',
      'createTransfer',
      'createPlanner',
      { before: 'createFileBook', now: 'createFileCache' },
      'openRemoteFile',
      'createUpstream',
      { before: 'createPlace', now: 'createUpstreamUrl' },
      'createRangeClient',
      'createGuard',
      'serveLayout',
      { before: 'createLane', now: 'createPrefetcher' },
      'responseSink',
      'sendFile',
      'watchDownload',
    ],
  },
  {
    title: 'a password, from the form to the store',
    passes: [
      'SignInScreen',
      'ScreenForm',
      'AccountForm',
      'useAuthenticator',
      { before: 'createAuthenticator', now: null },
      'transition',
      'signIn',
      { before: 'order in step.ts', now: 'issueCommand' },
      { before: 'perform', now: null },
      'createSignInClient',
      { before: 'oneAtATime', now: null },
      'answer',
      'Route in identity/$.ts',
      { before: 'openIdentity', now: 'server' },
      'createIdentityService',
      'createProtocol',
      { before: 'operation', now: null },
      'createSignInOperations',
      'askForProof',
      'createPasswords',
      'createSrpThread',
      'createServerKeys',
      { before: 'createChallengeBook', now: 'createChallengeRepository' },
      { before: 'createUserBook', now: 'createUserRepository' },
    ],
  },
];

/** The files that a walk leads through, each once, and the names on it that are not there, or in several files. */
export function walked(
  modules: ReadonlyMap<string, Module>,
  { passes }: Walk,
  side: Side,
): { files: string[]; lost: string[] } {
  const files = new Set<string>();
  const lost: string[] = [];
  for (const pass of passes) {
    const name = typeof pass === 'string' ? pass : pass[side];
    if (name === null) continue;
    const [place, ...others] = placesOf(modules, name);
    if (place === undefined || others.length > 0) lost.push(name);
    else files.add(place);
  }
  return { files: [...files], lost };
}

/** The files that a name comes from, tests aside: `name`, or `name in end/of/path.ts`. */
export function placesOf(modules: ReadonlyMap<string, Module>, wanted: string): string[] {
  const [name, end] = wanted.split(' in ');
  const isEnd = (path: string) => end === undefined || `/${path}`.endsWith(`/${end}`);
  return [...modules.values()]
    .filter(({ path, exports }) => !isTest(path) && isEnd(path) && exports.some((one) => isOwn(one, name)))
    .map(({ path }) => path);
}

function isOwn({ name, isReexport }: Module['exports'][number], wanted: string | undefined): boolean {
  return name === wanted && !isReexport;
}
