import { parentPort, workerData } from 'node:worker_threads';
import { dumpDatabase } from '../dump/dump.ts';
import { FolderPostgres } from './folder-postgres.ts';
import { toStoreError } from '../store-error.ts';
import type {
  FromDatabaseThread,
  DatabaseRequest,
  RowOptions,
  SentError,
  ToDatabaseThread,
} from './thread-messages.ts';

/**
 * The embedded database in a thread of its own, since a query takes the processor for milliseconds, in which no visitor would be
 * answered. EmbeddedPostgres (embedded-postgres.ts) is the other end. Started by it, with the folder as its data.
 */
const { path } = workerData as { path: string };
const tell = (message: FromDatabaseThread) => parentPort?.postMessage(message);

const postgres = new FolderPostgres(path);
try {
  await postgres.waitReady;
  parentPort?.on('message', ({ id, request }: ToDatabaseThread) => void answer(id, request));
  tell({ type: 'opened' });
} catch (error) {
  tell({ type: 'unopened', error: sentLast(error) });
}

async function answer(id: number, request: DatabaseRequest): Promise<void> {
  try {
    const result = await carryOut(request);
    tell({ type: 'answer', id, result });
  } catch (error) {
    const isEnd = isLast(error);
    tell({ type: 'refusal', id, error: isEnd ? sentLast(error) : sent(error), isLast: isEnd });
  }
  if (request.type === 'close') parentPort?.close();
}

async function carryOut(request: DatabaseRequest): Promise<unknown> {
  switch (request.type) {
    case 'query':
      return postgres.query(request.text, [...request.values], parsing(request.options));
    case 'exec':
      return postgres.exec(request.script, parsing(request.options));
    case 'listen': {
      const { channel } = request;
      await postgres.listen(channel, (payload) => tell({ type: 'notification', channel, payload }));
      return null;
    }
    case 'dump':
      return dumpDatabase(postgres);
    case 'close':
      await postgres.close();
      return null;
  }
}

function parsing({ rowMode, textOids }: RowOptions) {
  const parsers = Object.fromEntries(textOids.map((oid) => [oid, (value: string) => value]));
  return { ...(rowMode && { rowMode }), parsers };
}

/**
 * PANIC and FATAL end a server's process; here they leave one that fails at everything for ever (a log that could not be written, a flush
 * that failed). So does what is no error of Postgres, but of the WebAssembly that it runs in.
 */
function isLast(error: unknown): boolean {
  const severity: unknown = error instanceof Error ? Reflect.get(error, 'severity') : null;
  if (severity === 'PANIC' || severity === 'FATAL') return true;
  return error instanceof WebAssembly.RuntimeError || (error instanceof Error && error.name === 'ExitStatus');
}

/** Of a database that has ended: in Postgres' own words where it has said any, since what is thrown then says nothing. */
function sentLast(error: unknown): SentError {
  const words = postgres.fatalLine();
  const told = sent(error);
  return words === null ? told : { ...told, message: `Database: ${words}${told.code ? ` (${told.code})` : ''}` };
}

function sent(error: unknown): SentError {
  const { message, code, constraint } = toStoreError(error);
  return { message, code, constraint };
}
