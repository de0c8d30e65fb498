import { DOWNLOAD_ROUTES } from './download-routes.ts';
import { MEDIA_ROUTES } from './media-routes.ts';
import type { PublicOperation } from './operation.ts';
import { RAW_OPERATIONS } from './raw-operations.ts';
import type { PublicRoute } from './route.ts';
import { SERVICE_ROUTES } from './service-routes.ts';

/** All that is answered by the table itself. */
export const DOWNLOADER_ROUTES: readonly PublicRoute[] = [...MEDIA_ROUTES, ...DOWNLOAD_ROUTES, ...SERVICE_ROUTES];

/** All that is public, as the OpenAPI document and the reference page tell it. */
export const PUBLIC_OPERATIONS: readonly PublicOperation[] = [...DOWNLOADER_ROUTES, ...RAW_OPERATIONS];
