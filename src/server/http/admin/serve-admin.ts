import { problem } from '../problem.ts';
import { AUDIT_ROUTES } from './audit.ts';
import { authorise } from './authorise.ts';
import { CASE_ROUTES } from './cases.ts';
import { DOWNLOAD_ROUTES } from './downloads.ts';
import { DOCUMENT_ROUTES } from './document.ts';
import { ENGINE_ROUTES } from './engine.ts';
import { EXTRACTOR_ROUTES } from './extractor.ts';
import { KEY_ROUTES } from './keys.ts';
import { LETTER_ROUTES } from './dead-letters.ts';
import { OVERVIEW_ROUTES } from './overview.ts';
import { PLATFORM_ROUTES } from './platforms.ts';
import type { AdminPorts } from './ports.ts';
import { ADMIN_PATH, type AdminRoute } from './route.ts';
import { RULE_ROUTES } from './rules.ts';
import { STATISTICS_ROUTES } from './statistics.ts';
import { USER_ROUTES } from './users.ts';

/** All of the admin API; what walks it finds each route's schemas. */
export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...OVERVIEW_ROUTES,
  ...STATISTICS_ROUTES,
  ...DOWNLOAD_ROUTES,
  ...PLATFORM_ROUTES,
  ...ENGINE_ROUTES,
  ...EXTRACTOR_ROUTES,
  ...RULE_ROUTES,
  ...CASE_ROUTES,
  ...KEY_ROUTES,
  ...USER_ROUTES,
  ...LETTER_ROUTES,
  ...AUDIT_ROUTES,
  ...DOCUMENT_ROUTES,
];

const PATTERNS = ADMIN_ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${ADMIN_PATH}${route.path.replace('{id}', '(?<id>[^/]{1,256})')}$`),
}));

/** The admin API. Who may not use it is not told what there is. */
export async function serveAdmin(request: Request, ports: AdminPorts): Promise<Response> {
  const admin = await authorise(request, ports.identity);
  if (!admin.ok) return problem(admin.failure);
  const { pathname } = new URL(request.url);
  const found = PATTERNS.filter(({ pattern }) => pattern.test(pathname));
  if (found.length === 0) return problem({ code: 'invalid_request' }, { status: 404 });
  const match = found.find(({ route }) => route.method === request.method);
  if (!match) {
    const allow = found.map(({ route }) => route.method).join(', ');
    return problem({ code: 'invalid_request' }, { status: 405, headers: { allow } });
  }
  const { id: userId } = admin.value;
  const id = decode(match.pattern.exec(pathname)?.groups?.['id'] ?? '');
  if (id === null) return problem({ code: 'invalid_request' }, { status: 404 });
  return match.route.run(request, { actor: `user:${userId}`, userId, id }, ports);
}

/** null: no text. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
