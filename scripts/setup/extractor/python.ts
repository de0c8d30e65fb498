import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { EXTRACTOR_VERSION } from './versions.ts';

const exec = promisify(execFile);

/** A Python and what it can import, seen by asking it. */
export type Python = {
  /** The interpreter itself, not a shim in front of it. */
  executable: string;
  version: string;
  /** yt-dlp's version; null when it cannot be imported. */
  extractor: string | null;
  /** Without requests and urllib3 ≥ 2, each extraction opens several connections instead of one. */
  keepsConnections: boolean;
  /** Whether yt-dlp-ejs is there, by which YouTube's JavaScript challenges are solved; whether it works is told by the engine. */
  jsChallenges: boolean;
  /** curl-cffi of a version that yt-dlp works with: without it Instagram and TikTok see that no browser asks. */
  browserFingerprints: boolean;
};

const QUESTIONS = `
import importlib.util, json, platform, sys
found = {'executable': sys.executable, 'version': platform.python_version(), 'extractor': None,
         'keepsConnections': False, 'jsChallenges': importlib.util.find_spec('yt_dlp_ejs') is not None,
         'browserFingerprints': False}
try:
    from yt_dlp.version import __version__
    found['extractor'] = __version__
except ImportError:
    pass
else:
    try:
        import yt_dlp.networking._requests
        found['keepsConnections'] = True
    except ImportError:
        pass
    try:
        from yt_dlp.networking._curlcffi import CurlCFFIRH
        found['browserFingerprints'] = len(CurlCFFIRH.supported_targets) > 0
    except ImportError:
        pass
print(json.dumps(found))
`;

/** Asks one interpreter; null when it does not run or is older than 3.11. `extractorPath` goes in front of its own packages. */
export async function askPython(program: string, extractorPath: string | null): Promise<Python | null> {
  const { PYTHONPATH: _, PYTHONHOME: __, ...environment } = process.env;
  const env = { ...environment, PYTHONDONTWRITEBYTECODE: '1', ...(extractorPath ? { PYTHONPATH: extractorPath } : {}) };
  try {
    const { stdout } = await exec(program, ['-c', QUESTIONS], { env, timeout: 15_000 });
    const python = JSON.parse(stdout) as Python;
    return atLeast(python.version, '3.11') ? python : null;
  } catch {
    // Not installed, a shim without a version behind it, or broken: one of several candidates less.
    return null;
  }
}

/** Whether a Python can extract: yt-dlp is there and new enough. Platforms change; an old one fails on most of them. */
export function canExtract(python: Python | null): boolean {
  return python?.extractor != null && atLeast(python.extractor, EXTRACTOR_VERSION.oldest);
}

/** Interpreters worth asking, most specific first. */
export function pythonCandidates(): string[] {
  const named = process.env['EXTRACTOR_PYTHON'];
  if (named) return [named];
  const system = ['/usr/bin/python3', '/usr/local/bin/python3', '/opt/homebrew/bin/python3'].filter((path) =>
    existsSync(path),
  );
  return ['python3', ...system, 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
}

/** Compares dotted versions by their numbers. */
export function atLeast(version: string, oldest: string): boolean {
  const [ours, theirs] = [version, oldest].map((text) => text.split('.').map(Number));
  for (const [index, wanted] of (theirs ?? []).entries()) {
    const have = ours?.[index] ?? 0;
    if (have !== wanted) return have > wanted;
  }
  return true;
}
