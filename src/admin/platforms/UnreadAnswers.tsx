import { Button } from '@mantine/core';
import { useState } from 'react';
import { platforms } from '#app.config';
import { formatDateTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { UnreadAnswer } from '#/model/admin.ts';
import parts from '#/account/pages/parts.module.css';
import { Section } from '#/account/pages/Section.tsx';
import { writeClipboard } from '#/site/browser/clipboard.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import classes from './UnreadAnswers.module.css';
import { writeReport } from './write-report.ts';

const EVERY_MS = 15_000;

/** What platforms answered that nobody understood, and a report of it for whoever mends that. */
export function UnreadAnswers() {
  const answer = useAdminAnswer('unreadAnswers', {}, { everyMs: EVERY_MS });
  return (
    <Section heading={m.admin_unrecognized_title()} intro={m.admin_unrecognized_intro()}>
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.length === 0 && <p>{m.admin_unrecognized_none()}</p>}
      {answer.data && answer.data.length > 0 && <Answers answers={answer.data} />}
    </Section>
  );
}

function Answers({ answers }: { answers: readonly UnreadAnswer[] }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const report = writeReport(answers);
  return (
    <>
      <ul className={classes.list}>
        {answers.map((one) => (
          <li key={keyOf(one)}>
            <p>
              <b>{platforms[one.platform].name}</b> {FAILURE_TEXT[one.code].title()}
            </p>
            <p>{m.admin_unrecognized_times({ count: one.count, time: formatDateTime(one.lastAt) })}</p>
            <code>{[one.host, one.kind, one.extractor, ...one.types].filter(Boolean).join(' · ')}</code>
            <code>{one.message}</code>
          </li>
        ))}
      </ul>
      <div className={parts.actions}>
        <Button variant="default" aria-live="polite" onClick={() => void writeClipboard(report).then(setCopied)}>
          {isCopied ? m.admin_unrecognized_copied() : m.admin_unrecognized_copy()}
        </Button>
      </div>
      {isCopied === false && (
        <textarea
          className={classes.report}
          readOnly
          rows={8}
          value={report}
          aria-label={m.admin_unrecognized_report()}
        />
      )}
    </>
  );
}

function keyOf({ platform, kind, host, code, extractor, version, types, message }: UnreadAnswer): string {
  return [platform, kind, host, code, extractor, version, ...types, message].join(' ');
}
