import * as v from 'valibot';
import { platforms } from '#app.config';
import { API_ACTION_TEXT } from '#/account/pages/keys/action-text.ts';
import { DOWNLOAD_STATE_TEXT } from '#/account/pages/history/state-text.ts';
import { formatDateTime, formatList, formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { ApiAction } from '#/model/api-key.ts';
import { DownloadState } from '#/model/download.ts';
import { NEWEST_EXTRACTOR } from '#/model/engine/extractor-version.ts';
import { FailureCode } from '#/model/failure.ts';
import { CaseState } from '#/model/operations.ts';
import { Platform } from '#/model/platform-schema.ts';
import { Rule, RuleKind } from '#/model/rule.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { CASE_STATE_TEXT } from '../cases/state-text.ts';
import { KIND_TEXT } from '../rules/kind-text.ts';
import { statusText } from '../users/status-text.ts';
import { isNothing, isRecord } from './differences.ts';

const Instant = v.pipe(v.string(), v.isoTimestamp());
const RuleValue = v.pick(Rule, ['kind', 'value']);

/** A value that was changed, as people read it. null: there is none. `field` is the last part of the way to it. */
export function valueText(value: unknown, field: string): string | null {
  if (isNothing(value)) return null;
  if (typeof value === 'boolean') return value ? m.admin_yes() : m.admin_no();
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return wordText(value, field);
  if (Array.isArray(value)) return formatList(value.map((one) => valueText(one, field) ?? ''));
  if (v.is(RuleValue, value)) return m.admin_named({ action: KIND_TEXT[value.kind].name(), name: value.value });
  return isRecord(value) ? JSON.stringify(value) : null;
}

function wordText(value: string, field: string): string {
  if (field === 'version' && value === NEWEST_EXTRACTOR) return m.admin_extractor_newest();
  if (field === 'status') return statusText(value);
  if (field === 'kind' && v.is(RuleKind, value)) return KIND_TEXT[value].name();
  if (field === 'code' && v.is(FailureCode, value)) return FAILURE_TEXT[value].title();
  if (field === 'state' && v.is(CaseState, value)) return CASE_STATE_TEXT[value]();
  if (field === 'state' && v.is(DownloadState, value)) return DOWNLOAD_STATE_TEXT[value]();
  if (field === 'actions' && v.is(ApiAction, value)) return API_ACTION_TEXT[value]();
  if ((field === 'platform' || field === 'platforms') && v.is(Platform, value)) return platforms[value].name;
  return field.endsWith('At') && v.is(Instant, value) ? formatDateTime(value) : value;
}
