import { LRUCache } from 'lru-cache';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Egress, RouteUse } from '#/server/egress/egress.ts';
import { type Deadlines, usualDeadlines } from '../deadlines.ts';
import type { ProcessOutcome } from '../node-process.ts';
import { AGENT, exchange, readAttestation } from './attestation.ts';
import { whyNotMinting } from './known-program.ts';
import { type MinterProcess, startMinterProcess } from './process.ts';
import { keyOf, type TokenProvider } from './provider.ts';

type EmbeddedSettings = {
  egress: Pick<Egress, 'text'>;
  /** For the confinement of its processes. */
  python: string;
  /** One line each, without links or tokens. */
  log: (message: string) => void;
  /** How a process is started; a test may bring its own. */
  start?: typeof startMinterProcess;
  limits?: Partial<EmbeddedLimits>;
};

export type EmbeddedLimits = Deadlines['minter'] & {
  /** A session's process ends when nobody has wanted a token for so long. */
  idleMs: number;
  /** A session's process is replaced after so many tokens. */
  recycleAfter: number;
};

const LIMITS: EmbeddedLimits = {
  ...usualDeadlines.minter,
  idleMs: 15 * 60_000,
  recycleAfter: 5_000,
};
/** Processes kept, of some 130 MB each: one for each way out that is in use. */
const SESSIONS = 3;

type Session = {
  process: MinterProcess;
  /** By `performance.now`. */
  endsAt: number;
  minted: number;
  /** One request after the other. */
  turn: Promise<unknown>;
  idle: NodeJS.Timeout;
};

/** Mints tokens here: a confined process for each way out runs the program that YouTube's page has for browsers. */
export function createEmbeddedProvider(settings: EmbeddedSettings): TokenProvider {
  const { egress, python, log, start = startMinterProcess } = settings;
  const limits = { ...LIMITS, ...settings.limits };
  const closing = new AbortController();
  const sessions = new LRUCache<string, Promise<Result<Session>>>({
    max: SESSIONS,
    // One that another takes the place of has been ended by then.
    dispose: (session, _key, reason) => void (reason !== 'set' && end(session)),
  });
  const processes = new Set<MinterProcess>();

  function startOne(): MinterProcess {
    const process = start({ python, agent: AGENT });
    processes.add(process);
    void process.exited.then(() => processes.delete(process));
    process.ready.catch(() => {});
    return process;
  }

  async function open(route: RouteUse): Promise<Result<Session>> {
    // Both take about a second.
    const process = startOne();
    const opened = await openIn(process, route).catch((error: unknown) => {
      log(`youtube: ${error instanceof Error ? error.message : String(error)}`);
      return fail('engine_misconfigured', { platform: 'youtube' });
    });
    if (!opened.ok) process.kill();
    return opened;
  }

  /** Throws where the process does not start. */
  async function openIn(process: MinterProcess, route: RouteUse): Promise<Result<Session>> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(limits.requestsMs)]);
    const asking = { egress, route, signal };
    const [attestation] = await Promise.all([readAttestation(asking), process.ready]);
    if (!attestation.ok) return attestation;
    const response = done(await process.open(attestation.value, limits.programMs));
    if (!response.ok) return response;
    // Its time runs from when YouTube makes it, which is before anybody here has it.
    const askedAt = performance.now();
    const integrity = await exchange(asking, response.value);
    if (!integrity.ok) return integrity;
    const begun = done(await process.begin(integrity.value.token, limits.programMs));
    if (!begun.ok) return begun;
    const idle = setTimeout(() => process.kill(), limits.idleMs).unref();
    return ok({
      process,
      endsAt: askedAt + integrity.value.lifeMs,
      minted: 0,
      turn: Promise.resolve(),
      idle,
    });
  }

  /** What YouTube's program did not do is nobody's fault here: it may have changed. */
  function done<T>(outcome: ProcessOutcome<T>): Result<T> {
    if ('done' in outcome) return ok(outcome.done);
    if (!closing.signal.aborted)
      log(`youtube: its program for tokens did not run: ${'refused' in outcome ? outcome.refused : outcome.died}`);
    return fail('extractor_broken', { platform: 'youtube' });
  }

  /** The session of a way out, begun once for all who ask meanwhile. */
  async function sessionOf(route: RouteUse): Promise<Result<Session>> {
    const key = keyOf(route);
    const known = sessions.get(key);
    const session = known && (await known);
    if (known && session?.ok && session.value.process.alive() && session.value.endsAt > performance.now())
      return session;
    // Somebody else may have begun the next one meanwhile.
    const latest = sessions.peek(key);
    if (latest && latest !== known) return latest;
    if (session?.ok) session.value.process.kill();
    const begun = open(route);
    sessions.set(key, begun);
    const opened = await begun;
    if (!opened.ok && sessions.peek(key) === begun) sessions.delete(key);
    return opened;
  }

  /** After what it does for somebody. */
  async function end(ending: Promise<Result<Session>>): Promise<void> {
    const session = await ending;
    if (!session.ok) return;
    await session.value.turn;
    clearTimeout(session.value.idle);
    session.value.process.kill();
  }

  function mintIn(session: Session, binding: string): Promise<ProcessOutcome<string>> {
    const minting = session.turn.then(() => session.process.mint(binding, limits.mintMs));
    session.turn = minting;
    session.idle.refresh();
    session.minted++;
    return minting;
  }

  return {
    async mint(route, binding) {
      // A death, also at the start, may be the process' own affair: the second try tells.
      for (let attempt = 1; ; attempt++) {
        if (closing.signal.aborted) return fail('engine_unavailable', { platform: 'youtube' });
        const session = await sessionOf(route);
        if (!session.ok) {
          if (attempt === 1 && session.failure.code === 'engine_misconfigured') continue;
          return session;
        }
        const outcome = await mintIn(session.value, binding);
        const { process, minted, endsAt } = session.value;
        if (minted >= limits.recycleAfter) process.kill();
        if ('done' in outcome) return ok({ token: outcome.done, lifeMs: Math.max(0, endsAt - performance.now()) });
        process.kill();
        if (attempt === 2 || 'refused' in outcome) return done(outcome);
      }
    },
    async check() {
      const process = startOne();
      const why = await whyNotMinting(process);
      process.kill();
      await process.exited;
      return why;
    },
    forget: (route) => void sessions.delete(keyOf(route)),
    async close() {
      closing.abort();
      const leaving = [...processes];
      for (const process of leaving) process.kill();
      for (const session of sessions.values().toArray()) {
        const opened = await session;
        if (opened.ok) clearTimeout(opened.value.idle);
      }
      await Promise.all(leaving.map((process) => process.exited));
    },
  };
}
