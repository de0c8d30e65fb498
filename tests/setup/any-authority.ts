import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

const FOLDER = join(import.meta.dirname, '../../.cache/tests');
const FILE = join(FOLDER, 'authority.pem');

/** A file with a certificate authority, for replicas that speak no TLS: an egress wants one all the same. Tests side by side share it. */
export function anyAuthorityFile(): string {
  if (existsSync(FILE)) return FILE;
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = `${FILE}.${process.pid}`;
  writeFileSync(unfinished, rootCertificates[0] ?? '');
  renameSync(unfinished, FILE);
  return FILE;
}
