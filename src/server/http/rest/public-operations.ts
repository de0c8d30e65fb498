import { DOWNLOAD_ROUTES } from './download-routes.ts';
import { MEDIA_ROUTES } from './media-routes.ts';
import type { Operation } from './operation.ts';
import { RAW_OPERATIONS } from './raw-operations.ts';
import type { Route } from './route.ts';
import { SERVICE_ROUTES } from './service-routes.ts';

/** All that is answered by the table itself. */
export const DOWNLOADER_ROUTES: readonly Route[] = [...MEDIA_ROUTES, ...DOWNLOAD_ROUTES, ...SERVICE_ROUTES];

/** All that is public, as the OpenAPI document and the reference page tell it. */
export const PUBLIC_OPERATIONS: readonly Operation[] = [...DOWNLOADER_ROUTES, ...RAW_OPERATIONS];
