import type { AdminPorts } from './admin/ports.ts';
import { ADMIN_ROUTES } from './admin/admin-operations.ts';
import type { DownloaderPorts } from './downloader-ports.ts';
import type { Operation, Route } from './operation.ts';
import { PUBLIC_OPERATIONS } from './rest/public-operations.ts';

/** What stands behind both APIs. */
export type OperationPorts = DownloaderPorts & AdminPorts;

/** The one table: everything that is public, and everything that operators can do. What moves bytes or events is served before it. */
export const API_OPERATIONS: readonly (Operation | Route<OperationPorts>)[] = [...PUBLIC_OPERATIONS, ...ADMIN_ROUTES];
