import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { currentLocale } from '#/language/current.ts';
import { gapAfter, joinSentences } from '#/language/format.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Failure, FailureCode } from '#/model/failure.ts';
import { FailureAdvice } from '#/site/pages/FailureNote.tsx';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { hasAccounts } from '#/site/browser/has-accounts.ts';
import { useWaiting } from '#/site/waiting/waiting.ts';
import classes from './WatchOffer.module.css';

/**
 * Ids of watched links that were read again by themselves since they are there. One that fails all the same brings this offer back, and
 * would be read without end; who asks for it anew gets another id.
 */
const readAgain = new Set<string>();

type Props = {
  link: string;
  failure: Failure;
  /** It is there by now. */
  onThere: () => void;
  /** Where that is said, and where the button for it stands; null: there is nothing to press. */
  children: (parts: { advice: ReactNode; action: ReactNode }) => ReactNode;
};

/**
 * What to do about what is not there yet: come back, or, for who is signed in, be told when it can be downloaded; who is not, learns that
 * signing in brings that. Who is to be told has nothing left to do.
 */
export function WatchOffer({ link, failure, onThere, children }: Props) {
  const waiting = useWaiting();
  const asking = useMutation({
    mutationFn: async () => waiting?.watch({ link, language: currentLocale() }),
  });
  const asked = asking.data?.ok ? asking.data.value : undefined;
  const own = waiting?.links.find((one) => one.id === asked?.id || one.link === link);
  const thereId = own?.state === 'there' ? own.id : null;
  useEffect(() => {
    if (thereId === null || readAgain.has(thereId)) return;
    readAgain.add(thereId);
    onThere();
  }, [thereId, onThere]);
  const account = localizePath('/account', currentLocale());
  if (!waiting) {
    const usual = FAILURE_TEXT[failure.code].advice();
    const advice = (
      <p>
        {usual}
        {gapAfter(usual)}
        {hasAccounts() && <a href={account}>{m.watch_sign_in()}</a>}
      </p>
    );
    return children({ advice, action: null });
  }
  if (own?.state === 'waiting') {
    const asked = m.watch_asked();
    const advice = (
      <output className={classes.asked}>
        {asked}
        {gapAfter(asked)}
        <a href={account}>{m.watch_manage()}</a>
      </output>
    );
    return children({ advice, action: null });
  }
  const refusal = asking.isError ? 'internal' : asking.data?.ok === false ? asking.data.failure.code : null;
  return children({
    advice: (
      <>
        <FailureAdvice failure={failure} />
        {refusal && (
          <output className={classes.refusal}>
            {joinSentences([FAILURE_TEXT[refusal].title(), refusalAdvice(refusal)])}
          </output>
        )}
      </>
    ),
    action: (
      <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
        {m.watch_ask()}
      </Button>
    ),
  });
}

function refusalAdvice(refusal: FailureCode): string {
  // Elsewhere a queue waits for it, and goes on by itself.
  return refusal === 'limit_reached' ? m.failure_rate_limited_advice() : FAILURE_TEXT[refusal].advice();
}
