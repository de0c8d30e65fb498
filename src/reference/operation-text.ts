import { m } from '#/language/paraglide/messages.js';
import type { OperationGroup, OperationId, ReferenceOperation } from '#/model/api-reference.ts';

/** What each operation does, in a few words. */
export const OPERATION_TEXT: Record<OperationId, () => string> = {
  resolve: m.api_ref_op_resolve,
  getUsage: m.api_ref_op_get_usage,
  createDownload: m.api_ref_op_create_download,
  listDownloads: m.api_ref_op_list_downloads,
  clearDownloads: m.api_ref_op_clear_downloads,
  getDownload: m.api_ref_op_get_download,
  cancelDownload: m.api_ref_op_cancel_download,
  forgetDownload: m.api_ref_op_forget_download,
  pauseDownload: m.api_ref_op_pause_download,
  resumeDownload: m.api_ref_op_resume_download,
  followDownload: m.api_ref_op_follow_download,
  followDownloads: m.api_ref_op_follow_downloads,
  getVideo: m.api_ref_op_get_video,
  getKeptFile: m.api_ref_op_get_kept_file,
  getPlatforms: m.api_ref_op_get_platforms,
  getStatus: m.api_ref_op_get_status,
  getHealth: m.api_ref_op_get_health,
  getOpenApi: m.api_ref_op_get_open_api,
  getLiveness: m.api_ref_op_get_liveness,
  getReadiness: m.api_ref_op_get_readiness,
  fileTakedown: m.api_ref_op_file_takedown,
  fileCounterNotice: m.api_ref_op_file_counter_notice,
};

export const GROUP_TEXT: Record<OperationGroup, () => string> = {
  media: m.api_ref_group_media,
  downloads: m.api_ref_group_downloads,
  files: m.api_ref_group_files,
  service: m.api_ref_group_service,
  takedowns: m.api_ref_group_takedowns,
};

/** What a request must bring. */
export function credentialText({ credential, action }: ReferenceOperation): string {
  if (credential === 'id') return m.api_ref_needs_id();
  if (credential === 'signed-link') return m.api_ref_needs_link();
  return credential === 'none' || credential === 'optional-key' || action === null
    ? m.api_ref_needs_nothing()
    : m.api_ref_needs_key({ action });
}
