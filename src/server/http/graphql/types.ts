import * as v from 'valibot';
import { HistoryListing } from '#/model/account.ts';
import { Allowance, DownloadProgress, DownloadRecord, DownloadState, KeptFile, Usage } from '#/model/download.ts';
import { Failure, FailureCode } from '#/model/failure.ts';
import { AudioKind, AudioTrack, Author, Chapter, Delivery, FormatKind, Size, TextTrack } from '#/model/media/media.ts';
import { Platform } from '#/model/platform-schema.ts';
import { PlatformAvailability, PlatformStatus, StatusPeriod } from '#/model/status.ts';
import { LinkedFormat, LinkedItem, LinkedMedia } from './media-view.ts';
import { createSchemaTypes } from './types-of-schemas.ts';

/** A platform in a list knows which it is. */
export const NamedPlatformStatus = v.object({ id: Platform, ...PlatformStatus.entries });
export type NamedPlatformStatus = v.InferOutput<typeof NamedPlatformStatus>;

/** The model's schemas by the names they have in GraphQL. */
export const graphqlTypes = createSchemaTypes({
  Platform,
  PlatformStatus: NamedPlatformStatus,
  PlatformState: PlatformAvailability,
  StatusPeriod,
  Failure,
  FailureCode,
  Media: LinkedMedia,
  MediaItem: LinkedItem,
  Format: LinkedFormat,
  FormatKind,
  AudioTrack,
  AudioKind,
  TextTrack,
  Delivery,
  Size,
  Author,
  Chapter,
  Download: DownloadRecord,
  DownloadPage: HistoryListing,
  DownloadState,
  DownloadProgress,
  KeptFile,
  Usage,
  Allowance,
});
