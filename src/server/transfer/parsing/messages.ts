import type { MessagePort } from 'node:worker_threads';
import type { Failure } from '#/model/failure.ts';

/** What a head thread is asked to do. The files are this side's: the thread asks for their bytes. */
export type HeadRequest = { task: string; given: unknown; fileBytes: number[]; port: MessagePort };

/** From the thread. `read`: place of a read of this task whose own error explains the failure. */
export type FromHeadThread =
  /** Only now is it the thread's turn to speak: before, it had other tasks. */
  | { type: 'begun' }
  | { type: 'read'; id: number; file: number; offset: number; length: number }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; failure: Failure; cause: string; read: number | null }
  | { type: 'broken'; error: Error };

/** To the thread. */
export type ToHeadThread =
  | { type: 'bytes'; id: number; bytes: Uint8Array }
  | { type: 'unread'; id: number; failure: Failure }
  | { type: 'cancel' };
