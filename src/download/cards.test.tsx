import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FAILURE_CODES } from '#/model/failure.ts';
import type { Format } from '#/model/media.ts';
import { FailureNote } from './FailureNote.tsx';
import { FormatTable } from './FormatTable.tsx';
import { TransferLine } from './TransferLine.tsx';

const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>);

const format: Format = {
  id: '18',
  kind: 'video+audio',
  container: 'mp4',
  videoCodec: 'h264',
  audioCodec: 'aac',
  widthPx: 1280,
  heightPx: 720,
  fps: 60,
  dynamicRange: null,
  audioBitrateKbps: null,
  language: null,
  automatic: false,
  delivery: 'direct',
  size: {
    bytes: 483e5,
    exact: true,
  },
  compatibility: 'everywhere',
  recommended: true,
};

test.each(FAILURE_CODES)('%s is explained: what happened, and what to do', (code) => {
  show(<FailureNote failure={{ code }} />);
  const [title, advice] = screen.getByRole('alert').querySelectorAll('p');
  expect(title?.textContent).toMatch(/^[A-Z].+\.$/);
  expect(advice?.textContent).toMatch(/^[A-Z].+\.$/);
});

test('a table of formats says quality, codecs and exact size, and links to each', () => {
  const { container } = show(
    <FormatTable formats={[format]} links={{ 18: '/api/video/token' }} onDownload={() => {}} />,
  );
  expect(container.textContent).toContain('720p60');
  expect(container.textContent).toContain('H.264 + AAC');
  expect(container.textContent).toContain('48.3 MB');
  expect(container.querySelector('a[download]')?.getAttribute('href')).toBe('/api/video/token');
});

test('a running transfer says how far it is, how fast, and how long it takes', () => {
  const progress = {
    state: 'transferring',
    receivedBytes: 48_300_000,
    totalBytes: 112_000_000,
    bytesPerS: 21_000_000,
  } as const;
  const transfer = {
    formatId: '18',
    summary: 'MP4',
    startedAt: 0,
    progress: { id: 'd'.repeat(16), failure: null, ...progress },
  };
  show(<TransferLine title="A title" transfer={transfer} onRetry={() => {}} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
    '43% · 48.3 MB of 112 MB · 21 MB/s · 4 sec left',
  );
});

test('a failed transfer says why, and can be tried again', () => {
  const progress = { state: 'failed', receivedBytes: 0, totalBytes: null, bytesPerS: 0 } as const;
  const failure = { code: 'link_expired' } as const;
  const transfer = {
    formatId: '18',
    summary: 'MP4',
    startedAt: 0,
    progress: { id: 'd'.repeat(16), failure, ...progress },
  };
  show(<TransferLine title="A title" transfer={transfer} onRetry={() => {}} />);
  expect(screen.getByRole('alert').textContent).toContain('This download link has expired.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
