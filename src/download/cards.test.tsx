import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FAILURE_CODES } from '#/model/failure.ts';
import { FailureNote } from './FailureNote.tsx';
import { TransferLine } from './TransferLine.tsx';

const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>);

test.each(FAILURE_CODES)('%s is explained: what happened, and what to do', (code) => {
  show(<FailureNote failure={{ code }} />);
  const [title, advice] = screen.getByRole('alert').querySelectorAll('p');
  expect(title?.textContent).toMatch(/^[A-Z].+\.$/);
  expect(advice?.textContent).toMatch(/^[A-Z].+\.$/);
});

test('a running transfer says how far it is, how fast, and how long it takes', () => {
  const progress = {
    state: 'transferring',
    receivedBytes: 48_300_000,
    totalBytes: 112_000_000,
    bytesPerS: 21_000_000,
    leftS: null,
    file: null,
  } as const;
  const transfer = {
    formatId: '18',
    summary: 'MP4',
    query: {},
    startedAt: 0,
    progress: { id: 'd'.repeat(16), failure: null, ...progress },
  };
  show(<TransferLine title="A title" transfer={transfer} onRetry={() => {}} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
    '43% · 48.3 MB of 112 MB · 21 MB/s · 4 sec left',
  );
});

test('a failed transfer says why, and can be tried again', () => {
  const progress = {
    state: 'failed',
    receivedBytes: 0,
    totalBytes: null,
    bytesPerS: 0,
    leftS: null,
    file: null,
  } as const;
  const failure = { code: 'link_expired' } as const;
  const transfer = {
    formatId: '18',
    summary: 'MP4',
    query: {},
    startedAt: 0,
    progress: { id: 'd'.repeat(16), failure, ...progress },
  };
  show(<TransferLine title="A title" transfer={transfer} onRetry={() => {}} />);
  expect(screen.getByRole('alert').textContent).toContain('This download link has expired.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
