import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CounterNotice, TakedownRequest } from '#/model/operations.ts';
import { type AuditLog, createAuditLog } from './audit.ts';
import { embedded, emptied, newDownload, type Place, served } from '../fixtures/contract-places.ts';
import { createEngineSettingsRepository } from './engine-settings.ts';
import { type LiveControls, openLiveControls } from '../events/live-controls.ts';
import { auditLog } from '../schema/operations-schema.ts';
import { createSwitchRepository } from './platform-switches.ts';
import { createRuleRepository, type NewRule } from './rules.ts';
import { downloads } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { createCaseRepository } from './takedown-cases.ts';

const ANN = 'user:ann';
const RULE: NewRule = { kind: 'media', platform: 'youtube', value: 'dQw4w9WgXcQ', reason: 'court order' };
const REQUEST: TakedownRequest = {
  sourceUrl: 'https://youtu.be/dQw4w9WgXcQ',
  moreUrls: ['https://youtu.be/aaaaaaaaaaa'],
  claimant: { name: "O'Neil", email: 'owner@example.org', organisation: null, address: '1 Hill Road', phone: null },
  work: 'My film.',
  statements: { goodFaith: true, accurate: true },
  signature: "O'Neil",
};
const COUNTER: CounterNotice = {
  caseId: null,
  sourceUrl: REQUEST.sourceUrl,
  moreUrls: [],
  claimant: { name: 'Bo', email: 'bo@example.org', organisation: null, address: '2 Hill Road', phone: '+15550100' },
  work: 'My own film.',
  statements: { mistake: true, jurisdiction: true },
  signature: 'Bo',
};
const EVERYTHING = { search: '', action: null, from: null, until: null, cursor: null };

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let place: Place;
  let store: Store;
  let audit: AuditLog;
  let rules: ReturnType<typeof createRuleRepository>;
  const log: string[] = [];
  const closings: (() => unknown)[] = [];

  beforeAll(async () => {
    kind = await start();
    place = await kind.createPlace();
    store = await place.open();
    audit = createAuditLog(store);
    rules = createRuleRepository(store, audit);
  });
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
    await emptied(store);
    expect(log.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  /** What another process knows; embedded there is none, and it is this one. */
  async function openNode(): Promise<LiveControls> {
    const other = store.isEmbedded ? store : await place.open();
    if (other !== store) closings.push(other.close);
    const live = await openLiveControls(other, (line) => log.push(line));
    closings.push(live.close);
    return live;
  }

  const entries = async () => (await audit.page(EVERYTHING, 100))?.rows ?? [];

  test('a rule counts on every node a moment after it was added, and no longer once it is removed', async () => {
    const nodes = [await openNode(), await openNode()];
    const keys = ['url:https://x.example', 'media:youtube:dQw4w9WgXcQ'];
    const rule = await rules.add(RULE, ANN);
    for (const node of nodes) await expect.poll(() => node.takenDown(keys)).toEqual({ code: 'taken_down' });
    expect(nodes[0]?.takenDown(['media:youtube:another'])).toBeNull();
    await rules.remove(rule?.id ?? '', ANN);
    for (const node of nodes) await expect.poll(() => node.takenDown(keys)).toBeNull();
  });

  test('a change and its note are one transaction', async () => {
    const rule = await rules.add(RULE, ANN);
    expect(await rules.add(RULE, ANN)).toBeNull();
    expect(await rules.remove(crypto.randomUUID(), ANN)).toBeNull();
    expect(await entries()).toEqual([
      expect.objectContaining({ actor: ANN, action: 'rule.add', target: rule?.id, before: null, after: rule }),
    ]);
    const slip = audit.change({ actor: ANN, action: 'rule.add' }, async (tx) => {
      await tx.delete(auditLog);
      throw new Error('slip');
    });
    await expect(slip).rejects.toThrow('slip');
    expect(await entries()).toHaveLength(1);
  });

  test('what a rule would hit is counted over what is remembered', async () => {
    const other = { ruleKeys: ['media:youtube:other'] };
    const given = [{}, { objectKey: null, state: 'done' as const }, { isKept: false, objectKey: null }, other];
    await store.db.insert(downloads).values(given.map((one) => newDownload(one)));
    expect(await rules.hits(RULE)).toMatchObject({ downloads: 3, keptFiles: 1, examples: { length: 3 } });
  });

  test('a case that is upheld adds its rules, and one that is countered takes them away', async () => {
    const cases = createCaseRepository(store, audit);
    const { id, ...filed } = await cases.file(REQUEST);
    expect(filed).toMatchObject({ ...REQUEST, state: 'open', decidedAt: null, notes: '' });
    const upheld = await cases.decide(id, { state: 'upheld', notes: 'clear', rules: [RULE] }, ANN);
    expect(upheld).toMatchObject({ takedown: { state: 'upheld', notes: 'clear' }, rules: [{ ...RULE, caseId: id }] });
    expect(await cases.read(id)).toEqual(upheld);
    expect(await rules.keys()).toEqual(new Set(['media:youtube:dQw4w9WgXcQ']));
    await cases.decide(id, { state: 'countered', notes: 'it was theirs', rules: [] }, ANN);
    expect(await rules.keys()).toEqual(new Set());
    const [last, first] = await entries();
    expect(first).toMatchObject({ before: { state: 'open', rules: [] }, after: { state: 'upheld' } });
    expect(last).toMatchObject({ before: { state: 'upheld', rules: [{ ...RULE }] }, after: { rules: [] } });
    expect(JSON.stringify([first, last])).not.toContain('owner@example.org');
    expect(await cases.decide(crypto.randomUUID(), { state: 'rejected', notes: '', rules: [] }, ANN)).toBeNull();
  });

  test('what two upheld cases took down, or an operator besides, stays down until all of it is given back', async () => {
    const cases = createCaseRepository(store, audit);
    const ids = [(await cases.file(REQUEST)).id, (await cases.file(REQUEST)).id];
    for (const id of ids) {
      const upheld = await cases.decide(id, { state: 'upheld', notes: '', rules: [RULE, RULE] }, ANN);
      expect(upheld?.rules).toMatchObject([{ ...RULE, caseId: id }]);
    }
    const [first = '', second = ''] = ids;
    expect(await rules.add(RULE, ANN)).toBeNull();
    await cases.decide(first, { state: 'countered', notes: '', rules: [] }, ANN);
    expect(await rules.keys()).toEqual(new Set(['media:youtube:dQw4w9WgXcQ']));
    expect(await cases.read(second)).toMatchObject({ takedown: { state: 'upheld' }, rules: [RULE] });
    await cases.decide(second, { state: 'rejected', notes: '', rules: [] }, ANN);
    expect(await rules.keys()).toEqual(new Set());
    // An operator's own rule is nobody's case's.
    await rules.add(RULE, ANN);
    await cases.decide(first, { state: 'upheld', notes: '', rules: [RULE] }, ANN);
    await cases.decide(first, { state: 'countered', notes: '', rules: [] }, ANN);
    expect(await rules.keys()).toEqual(new Set(['media:youtube:dQw4w9WgXcQ']));
  });

  test('cases are found by the claimant, and by their state', async () => {
    const cases = createCaseRepository(store, audit);
    const { id } = await cases.file(REQUEST);
    await cases.file({ ...REQUEST, claimant: { ...REQUEST.claimant, email: 'else@example.org' } });
    const search = { search: 'OWNER@', state: null, kind: null, cursor: null };
    expect((await cases.page(search, 10))?.rows.map((row) => row.id)).toEqual([id]);
    expect((await cases.page({ ...search, search: '', state: 'upheld' }, 10))?.rows).toEqual([]);
  });

  test('a counter-notice is a case of its own that names the other, makes no rules, and outlives it', async () => {
    const cases = createCaseRepository(store, audit);
    const { id: caseId } = await cases.file(REQUEST);
    const filed = await cases.object({ ...COUNTER, caseId });
    expect(filed).toMatchObject({ ...COUNTER, kind: 'counter-notice', caseId, state: 'open' });
    const id = filed?.id ?? '';
    await cases.decide(id, { state: 'upheld', notes: '', rules: [RULE] }, ANN);
    expect(await cases.read(id)).toMatchObject({ takedown: { state: 'upheld' }, rules: [] });
    const all = { search: '', state: null, kind: 'counter-notice', cursor: null } as const;
    expect((await cases.page(all, 10))?.rows.map((row) => row.id)).toEqual([id]);
    await store.query('delete from takedown_cases where id = $1', [caseId]);
    expect(await cases.read(id)).toMatchObject({ takedown: { caseId: null } });
  });

  test('a counter-notice to a case that there is not, or to a counter-notice, is not taken', async () => {
    const cases = createCaseRepository(store, audit);
    expect(await cases.object({ ...COUNTER, caseId: crypto.randomUUID() })).toBeNull();
    const filed = await cases.object(COUNTER);
    expect(await cases.object({ ...COUNTER, caseId: filed?.id ?? '' })).toBeNull();
  });

  test('a platform is switched off everywhere, with what visitors are told', async () => {
    const node = await openNode();
    const switches = createSwitchRepository(store, audit);
    expect(node.switchedOff('tiktok')).toBeNull();
    const notice = { en: 'Back on Monday.', fr: 'De retour lundi.' };
    await switches.turn({ platform: 'tiktok', isOn: false, notice }, ANN);
    const failure = { code: 'platform_off', platform: 'tiktok', notice };
    await expect.poll(() => node.switchedOff('tiktok')).toEqual(failure);
    expect(node.switchedOff('youtube')).toBeNull();
    await switches.turn({ platform: 'tiktok', isOn: true, notice: null }, ANN);
    await expect.poll(() => node.switchedOff('tiktok')).toBeNull();
    const [last, first] = await entries();
    expect(first).toMatchObject({ action: 'platform.switch', before: { isOn: true }, after: { isOn: false, notice } });
    expect(last).toMatchObject({ before: { isOn: false, notice }, after: { isOn: true, notice: null } });
  });

  test('a switch leaves the message as it is, and a message the switch, whichever came first', async () => {
    const switches = createSwitchRepository(store, audit);
    const notice = { en: 'Slow today.' };
    await Promise.all([
      switches.turn({ platform: 'tiktok', notice }, ANN),
      switches.turn({ platform: 'tiktok', isOn: false }, 'user:bob'),
    ]);
    expect(await switches.all()).toContainEqual(expect.objectContaining({ platform: 'tiktok', isOn: false, notice }));
    expect(await switches.turn({ platform: 'tiktok', notice: null }, ANN)).toMatchObject({ isOn: false, notice: null });
  });

  test('settings of the engine reach every node', async () => {
    const node = await openNode();
    const repository = createEngineSettingsRepository(store, audit);
    const settings = { youtubePlayerClients: ['web'], workers: 3, workersPerPlatform: null };
    await repository.change(settings, ANN);
    await expect.poll(() => node.engine()).toEqual(settings);
    expect(await entries()).toMatchObject([{ action: 'engine.configure', before: { workers: null }, after: settings }]);
    // Each can be settled by itself.
    expect(await repository.change({ workers: null }, ANN)).toEqual({ ...settings, workers: null });
    expect(await repository.read()).toEqual({ ...settings, workers: null });
  });

  test('of the ways out of a platform one stays on, whoever switches them off at once', async () => {
    const repository = createEngineSettingsRepository(store, audit);
    const names = ['direct', 'net'];
    const turn = (name: string, isOn: boolean) => repository.switchRoute('twitter', { name, isOn }, names, ANN);
    const both = await Promise.all(names.map((name) => turn(name, false)));
    expect(both.toSorted()).toEqual([false, true]);
    const [off = '', ...others] = (await repository.routesOff()).twitter ?? [];
    expect(others).toEqual([]);
    expect(await turn(off, true)).toBe(true);
    expect(await entries()).toMatchObject([
      { target: `twitter ${off}`, before: { isOn: false }, after: { isOn: true } },
      { target: `twitter ${off}`, before: { isOn: true }, after: { isOn: false } },
    ]);
  });

  test('pages of the log follow each other without a gap, and are searched', async () => {
    for (let n = 0; n < 7; n++) await rules.add({ ...RULE, value: `v${n}` }, n % 2 ? ANN : 'user:bob');
    const seen: string[] = [];
    for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
      const page = await audit.page({ ...EVERYTHING, cursor }, 3);
      seen.push(...(page?.rows ?? []).map(({ id }) => id));
      cursor = page?.cursor ?? null;
    }
    expect(new Set(seen).size).toBe(7);
    expect((await audit.page({ ...EVERYTHING, search: 'ANN' }, 10))?.rows).toHaveLength(3);
    expect((await audit.page({ ...EVERYTHING, action: 'rule.remove' }, 10))?.rows).toEqual([]);
    expect((await audit.page({ ...EVERYTHING, until: new Date(0) }, 10))?.rows).toEqual([]);
    expect(await audit.page({ ...EVERYTHING, cursor: 'nonsense' }, 10)).toBeNull();
  });
});
