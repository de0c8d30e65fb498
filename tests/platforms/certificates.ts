import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { cachePlace, ensureCachedSync } from '../setup/cache.ts';

/** Every host the replicas answer for; a wildcard covers one label only. */
const HOSTS = [
  'youtube.com',
  '*.youtube.com',
  'youtu.be',
  '*.youtube-nocookie.com',
  '*.googlevideo.com',
  '*.ytimg.com',
  '*.ggpht.com',
  'youtubei.googleapis.com',
  'www.google.com',
  'facebook.com',
  '*.facebook.com',
  'fb.watch',
  'fb.com',
  '*.fbcdn.net',
  '*.xx.fbcdn.net',
  'instagram.com',
  '*.instagram.com',
  '*.cdninstagram.com',
  'instagr.am',
  'tiktok.com',
  '*.tiktok.com',
  '*.us.tiktok.com',
  '*.tiktokv.com',
  '*.tiktokcdn.com',
  '*.tiktokcdn-us.com',
  'x.com',
  '*.x.com',
  'twitter.com',
  '*.twitter.com',
  '*.twimg.com',
  '*.syndication.twimg.com',
  't.co',
];

export type Certificates = { key: string; cert: string; caFile: string; bundleFile: string };

/**
 * In the checkout, unlike the media: the extractor reads them, which may run as a user who cannot look into a home folder. They are made
 * in a tenth of a second.
 */
const FOLDER = cachePlace('certificates', [HOSTS, rootCertificates], join(import.meta.dirname, 'certs'));

/**
 * A certificate authority for tests alone, and one certificate by it for all hosts; made once, whole or not at all. `bundleFile` holds the
 * usual roots too.
 */
export function ensureCertificates(): Certificates {
  ensureCachedSync(FOLDER, make);
  const file = (name: string) => join(FOLDER, name);
  return {
    key: readFileSync(file('leaf.key'), 'utf8'),
    cert: readFileSync(file('leaf.pem'), 'utf8'),
    caFile: file('ca.pem'),
    bundleFile: file('bundle.pem'),
  };
}

function make(folder: string): void {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const authority = ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=critical,keyCertSign,cRLSign'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '3650',
    '-subj',
    '/CN=Replica Test CA',
    ...authority.flatMap((extension) => ['-addext', extension]),
  );
  openssl('req', ...key, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=replica');
  const names = HOSTS.map((host) => `DNS:${host}`).join(',');
  writeFileSync(
    file('leaf.ext'),
    [
      `subjectAltName=${names}`,
      'basicConstraints=CA:FALSE',
      'keyUsage=critical,digitalSignature',
      'extendedKeyUsage=serverAuth',
    ].join('\n'),
  );
  openssl(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'leaf.pem',
    '-days',
    '3650',
    '-extfile',
    'leaf.ext',
  );
  writeFileSync(file('bundle.pem'), [...rootCertificates, readFileSync(file('ca.pem'), 'utf8')].join('\n'));
}
