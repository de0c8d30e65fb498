import { Button } from '@mantine/core';
import { formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { useTimeLeft } from './use-time-left.ts';

type Props = {
  onRetry: () => void;
  /** An instant before which another try is known to fail; null: there is none. */
  until?: number | null;
  className?: string | undefined;
};

/** Tries again; while that cannot help it says how long not. */
export function RetryButton({ onRetry, until = null, className }: Props) {
  const leftMs = useTimeLeft(until);
  const isEarly = leftMs > 0;
  return (
    <Button
      variant="default"
      className={className}
      aria-disabled={isEarly}
      data-disabled={isEarly || undefined}
      onClick={() => isEarly || onRetry()}
    >
      {isEarly ? m.download_retry_in({ time: formatDuration(Math.ceil(leftMs / 1000)) }) : m.download_retry()}
    </Button>
  );
}
