import { allowances } from '#app.config';

/** Whether a transfer may write. Paused, it lets go of all it reads from, and keeps only the visitor's connection. */
export type TransferControl = {
  /** Aborts when the transfer is to stop writing, for now or for good. */
  stop(): AbortSignal;
  /** Aborts when it was cancelled. */
  cancelled: AbortSignal;
  /** Resolves to true when it may write again, to false when it was cancelled, or paused for too long. */
  released(): Promise<boolean>;
  pause(): void;
  resume(): void;
  cancel(): void;
};

export function createTransferControl(): TransferControl {
  let stopping = new AbortController();
  let waiting: PromiseWithResolvers<boolean> | null = null;
  const cancelling = new AbortController();
  let timeout: NodeJS.Timeout | undefined;

  const release = (mayWrite: boolean): void => {
    clearTimeout(timeout);
    waiting?.resolve(mayWrite);
    waiting = null;
  };
  return {
    stop: () => stopping.signal,
    cancelled: cancelling.signal,
    async released() {
      return !cancelling.signal.aborted && (waiting ? waiting.promise : true);
    },
    pause() {
      if (waiting || cancelling.signal.aborted) return;
      waiting = Promise.withResolvers();
      timeout = setTimeout(() => release(false), allowances.pausedS * 1000);
      stopping.abort();
    },
    resume() {
      if (!waiting) return;
      stopping = new AbortController();
      release(true);
    },
    cancel() {
      cancelling.abort();
      stopping.abort();
      release(false);
    },
  };
}
