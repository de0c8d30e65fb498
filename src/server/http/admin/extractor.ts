import * as v from 'valibot';
import { ExtractorUpdateRequest, ExtractorView } from '#/model/admin.ts';
import { ExtractorVersion, NEWEST_EXTRACTOR } from '#/model/engine/extractor-version.ts';
import { ok } from '#/model/failure.ts';
import type { AdminPorts } from './ports.ts';
import { ADMIN_PATH, CONFLICT, adminOperation } from './route.ts';

/** Which version of the extractor is used. */
export const EXTRACTOR_OPERATIONS = {
  extractor: adminOperation({
    id: 'getExtractor',
    method: 'GET',
    path: `${ADMIN_PATH}/extractor`,
    summary: 'The versions of the extractor, what became of each, and what each server runs',
    answer: ExtractorView,
    handle: async (_, { updates }) => ok(await describe(updates)),
  }),
  updateExtractor: adminOperation({
    id: 'postExtractorUpdate',
    method: 'POST',
    path: `${ADMIN_PATH}/extractor/update`,
    summary: 'Begins to try a version, the newest unless one is named; what comes of it is seen in the list',
    body: ExtractorUpdateRequest,
    answer: ExtractorView,
    async handle({ caller: { actor }, body }, { updates, audit, log }) {
      const before = await describe(updates);
      if (before.isUpdating) return CONFLICT;
      const target = body.version ?? NEWEST_EXTRACTOR;
      await audit.note(
        { actor, action: 'extractor.update' },
        { target, before: { version: before.decided }, after: { version: target } },
      );
      // It takes longer than whoever asked waits.
      updates.update(body.version ?? undefined).catch((error: unknown) => {
        log(`Extractor ${target} was not tried. ${error instanceof Error ? error.message : String(error)}`);
      });
      return ok({ ...before, isUpdating: true });
    },
  }),
  rollBackExtractor: adminOperation({
    id: 'postExtractorRollback',
    method: 'POST',
    path: `${ADMIN_PATH}/extractor/rollback`,
    summary: 'Has all servers go back to the version before; the one that is left is not taken again by itself',
    // What whoever asks has seen is left, and nothing else: who asks twice, or after somebody else, goes back once.
    query: v.object({ from: v.optional(v.nullable(ExtractorVersion), null) }),
    answer: ExtractorView,
    async handle({ caller: { actor }, query: { from } }, { updates, audit }) {
      const gone = await updates.goBack('an operator went back', from ?? undefined);
      if (!gone) return CONFLICT;
      await audit.note(
        { actor, action: 'extractor.rollback' },
        { target: gone.from, before: { version: gone.from }, after: { version: gone.to } },
      );
      return ok(await describe(updates));
    },
  }),
};

async function describe(updates: AdminPorts['updates']): Promise<ExtractorView> {
  const { decision, versions, nodes, ...own } = await updates.known();
  return {
    ...own,
    decided: decision.version,
    previous: decision.previous,
    versions: versions.map(({ version, refusal, detail, seenAt, takenAt, reads }) => ({
      version,
      refusal,
      detail,
      seenAt: seenAt.toISOString(),
      takenAt: takenAt?.toISOString() ?? null,
      reads,
    })),
    nodes: nodes.map((node) => ({ ...node, updatedAt: node.updatedAt.toISOString() })),
  };
}
