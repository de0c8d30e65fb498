import { Button } from '@mantine/core';
import { formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import { useIsOnline } from '#/site/browser/use-is-online.ts';
import { useTimeLeft } from './use-time-left.ts';

type Props = {
  /** null: nobody knows why. */
  failure: Failure | null;
  onRetry: () => void;
  /** An instant before which another try is known to fail; null: there is none. */
  until?: number | null;
  className?: string | undefined;
};

/**
 * Tries again; while that cannot help for some time it says how long not. It is not there before what was announced begins, nor without a
 * connection, whose return is enough.
 */
export function RetryButton({ failure, onRetry, until = null, className }: Props) {
  const isOnline = useIsOnline();
  const leftMs = useTimeLeft(until);
  const toStartMs = useTimeLeft(failure?.startsAt ? Date.parse(failure.startsAt) : null);
  if (toStartMs > 0 || (failure?.code === 'offline' && !isOnline)) return null;
  const isEarly = leftMs > 0;
  return (
    <Button
      variant="default"
      className={className}
      aria-disabled={isEarly}
      data-disabled={isEarly || undefined}
      onClick={() => isEarly || onRetry()}
    >
      {isEarly ? m.download_retry_in({ time: formatTimeLeft(leftMs / 1000) }) : m.download_retry()}
    </Button>
  );
}
