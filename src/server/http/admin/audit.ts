import * as v from 'valibot';
import { AuditAction, AuditEntry } from '#/model/operations.ts';
import { Instant, listOperations, Search } from './list.ts';

/** Who changed what. */
export const AUDIT_LIST = listOperations({
  name: 'audit',
  summary: 'Who changed what, when, from what to what',
  filters: v.object({
    search: Search,
    action: v.optional(v.nullable(AuditAction), null),
    from: Instant,
    until: Instant,
  }),
  row: AuditEntry,
  page: ({ audit }, query, size) => audit.page(query, size),
});
