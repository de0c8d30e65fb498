import type { MessagePort } from 'node:worker_threads';
import type { Input } from '../layout/input.ts';
import { asBuffers, memoryOf } from '../layout/sent-layout.ts';
import { TransferError } from '../transfer-error.ts';
import { HEAD_TASKS } from './head-tasks.ts';
import type { FromHeadThread, HeadRequest, ToHeadThread } from './messages.ts';
import { HEAD_LIMITS, withParseBudget } from './parse-budget.ts';

/** A read whose error is known on the other side. */
class Unread extends TransferError {
  readonly id: number;
  constructor(id: number, failure: TransferError['failure']) {
    super(failure);
    this.id = id;
  }
}

type Waiting = { resolve: (bytes: Buffer) => void; reject: (error: Error) => void };

/** Runs in a thread that may be ended at any moment: one task, whose files are read through its port. It answers there. */
export default async function runHeadTask({ task, given, fileBytes, port }: HeadRequest): Promise<void> {
  const cancelled = new AbortController();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const files = fileBytes.map((totalBytes, file): Input => ({
    totalBytes,
    read(offset, length) {
      const id = ++lastId;
      send(port, { type: 'read', id, file, offset, length });
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
  }));

  port.on('message', (message: ToHeadThread) => {
    if (message.type === 'cancel') {
      cancelled.abort();
      for (const { reject } of waiting.values()) reject(new TransferError('cancelled'));
      waiting.clear();
      return;
    }
    const reader = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'unread') reader?.reject(new Unread(message.id, message.failure));
    else reader?.resolve(asBuffers(message.bytes) as Buffer);
  });

  send(port, { type: 'begun' });
  try {
    const work = HEAD_TASKS[task as keyof typeof HEAD_TASKS] as (inputs: Input[], given: unknown) => unknown;
    const result = await withParseBudget(
      (budget) =>
        work(
          files.map((file) => budget.input(file)),
          asBuffers(given),
        ),
      HEAD_LIMITS,
      cancelled.signal,
    );
    send(port, { type: 'done', result }, memoryOf(result));
  } catch (error) {
    send(port, told(error));
  } finally {
    port.close();
  }
}

function told(error: unknown): FromHeadThread {
  if (error instanceof TransferError) {
    const cause = error.cause instanceof Error ? error.cause.message : '';
    return { type: 'failed', failure: error.failure, cause, read: error instanceof Unread ? error.id : null };
  }
  return { type: 'broken', error: error instanceof Error ? error : new Error(String(error)) };
}

function send(port: MessagePort, message: FromHeadThread, memory: ArrayBuffer[] = []): void {
  port.postMessage(message, memory);
}
