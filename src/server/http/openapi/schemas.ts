import type * as v from 'valibot';
import { HistoryListing } from '#/model/account.ts';
import { EngineState } from '#/model/admin.ts';
import {
  Allowance,
  DownloadProgress,
  DownloadRecord,
  DownloadRequest,
  DownloadState,
  KeepRequest,
  KeptFile,
  PlatformHealth,
  Resolved,
  ResolveRequest,
  Shown,
  Usage,
  Webhook,
  WebhookEvent,
} from '#/model/download.ts';
import { Failure, FailureCode } from '#/model/failure.ts';
import { AudioTrack, Author, Chapter, Format, Media, MediaItem, Size, TextTrack } from '#/model/media/media.ts';
import { Notice } from '#/model/notice.ts';
import { Claimant, CounterNotice, FiledTakedown, TakedownRequest } from '#/model/operations.ts';
import { Platform } from '#/model/platform-schema.ts';
import { ExtractorChange } from '#/model/engine/extractor-version.ts';
import { Incident, PlatformStatus, ReadinessReport, StatusPeriod, StatusReport } from '#/model/status.ts';
import { Health, PlatformStates } from '../rest/service-routes.ts';
import { FieldError } from '../field-errors.ts';
import { ProblemDetails } from '../problem.ts';

type Named = Record<string, v.GenericSchema<unknown>>;

/** What is sent: fields that have a default may be left out. */
export const REQUEST_SCHEMAS: Named = {
  ResolveRequest,
  KeepRequest,
  Webhook,
  DownloadRequest,
  Claimant,
  TakedownRequest,
  CounterNotice,
};

/** What is answered, and the parts of it that have names of their own. */
export const ANSWER_SCHEMAS: Named = {
  Platform,
  FailureCode,
  Notice,
  Failure,
  FieldError,
  Problem: ProblemDetails,
  Size,
  Format,
  AudioTrack,
  TextTrack,
  Author,
  Chapter,
  MediaItem,
  Media,
  Shown,
  Resolved,
  Allowance,
  Usage,
  DownloadState,
  KeptFile,
  DownloadProgress,
  DownloadRecord,
  HistoryPage: HistoryListing,
  WebhookEvent,
  PlatformHealth,
  PlatformStates,
  StatusPeriod,
  PlatformStatus,
  Incident,
  ExtractorChange,
  StatusReport,
  EngineState,
  Health,
  ReadinessReport,
  FiledTakedown,
};
