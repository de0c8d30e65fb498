import type { DownloadProgress, DownloadState } from '#/model/download.ts';
import type { Failure } from '#/model/failure.ts';
import { createTransferControl, type TransferControl } from './transfer-control.ts';
import { createSpeedometer, secondsLeft } from './speed.ts';

/** What can be told to a transfer while it runs. */
export type TransferCommand = 'pause' | 'resume' | 'cancel';

/** A transfer whose bytes go through this process. */
export type RunningTransfer = {
  id: string;
  /** null: whoever knows the id. */
  owner: string | null;
  control: Pick<TransferControl, 'stop' | 'released' | 'cancelled'>;
  progress(): DownloadProgress;
  apply(command: TransferCommand): void;
  add(bytes: number): void;
  end(state: 'done' | 'cancelled' | 'failed', failure?: Failure): void;
};

export type TransferStart = {
  id: string;
  owner: string | null;
  receivedBytes: number;
  totalBytes: number | null;
  /** Called when it is paused, and when it goes on. */
  onHold: (isHeld: boolean) => void;
};

/** Four frames a second read as motion and cost nothing. */
const FRAME_MS = 250;

/** Measures a transfer, and tells how far it is: at once, then at most four times a second, and at its end. */
export function createRunningTransfer(
  { id, owner, receivedBytes: startBytes, totalBytes, onHold }: TransferStart,
  tell: (progress: DownloadProgress) => void,
  now: () => number,
): RunningTransfer {
  const control = createTransferControl();
  const speedOf = createSpeedometer(now, startBytes);
  let receivedBytes = startBytes;
  let latest: DownloadProgress;
  let lastFrame = 0;

  const frame = (state: DownloadState, failure: Failure | null = null): void => {
    const bytesPerS = state === 'transferring' ? speedOf(receivedBytes) : 0;
    const leftS = secondsLeft(totalBytes, receivedBytes, bytesPerS);
    latest = { id, state, receivedBytes, totalBytes, bytesPerS, leftS, failure, file: null };
    lastFrame = now();
    tell(latest);
  };
  frame('transferring');
  return {
    id,
    owner,
    control,
    progress: () => latest,
    apply(command) {
      control[command]();
      if (command === 'cancel') return;
      const isHeld = command === 'pause';
      onHold(isHeld);
      frame(isHeld ? 'paused' : 'transferring');
    },
    add(bytes) {
      receivedBytes += bytes;
      if (latest.state === 'transferring' && now() - lastFrame >= FRAME_MS) frame('transferring');
    },
    end: (state, failure) => frame(state, failure),
  };
}
