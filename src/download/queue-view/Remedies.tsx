import { Button } from '@mantine/core';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { remediesOf } from '#/model/failure-codes.ts';
import type { Failure } from '#/model/failure.ts';
import { AnotherLink } from '../form/AnotherLink.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import { RetryButton } from './RetryButton.tsx';

type Props = {
  item: Pick<QueueItem, 'link' | 'platform' | 'waitUntil'>;
  failure: Failure;
  onRetry: () => void;
  className?: string;
};

/** What can help against a failure of reading a link, the best first, and nothing that cannot. */
export function Remedies({ failure, ...props }: Props) {
  const remedies = possibleRemedies(failure, props.item);
  return (
    <>
      {remedies.map((remedy) => (
        <Remedy key={remedy} {...{ remedy, failure }} {...props} />
      ))}
      {!remedies.includes('retry') && <AnotherLink>{m.download_try_another()}</AnotherLink>}
    </>
  );
}

/** Where there is room for one, the best of what can be done with this very link. */
export function BestRemedy({ failure, ...props }: Props) {
  const [remedy] = possibleRemedies(failure, props.item);
  return remedy && <Remedy {...{ remedy, failure }} {...props} />;
}

/** Without those that are about other links; what leads to no platform cannot be opened there. */
function possibleRemedies({ code }: Failure, { platform }: Props['item']): ('retry' | 'open')[] {
  return remediesOf(code).flatMap((remedy) =>
    remedy === 'another' || (remedy === 'open' && platform === null) ? [] : remedy,
  );
}

function Remedy({
  remedy,
  item: { link, platform, waitUntil },
  failure,
  onRetry,
  className,
}: Props & { remedy: 'retry' | 'open' }) {
  if (remedy === 'retry') return <RetryButton {...{ failure, onRetry, className }} until={waitUntil} />;
  return (
    platform && (
      <Button
        component="a"
        variant="default"
        className={className}
        href={link}
        target="_blank"
        rel="noreferrer noopener"
      >
        {m.download_source({ platform: platforms[platform].name })}
      </Button>
    )
  );
}
