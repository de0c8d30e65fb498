import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CodeBlock } from './parts/text-parts.tsx';
import { enhanceDocument } from './enhance.ts';

const CODE = 'npm start\nnpm test\n';

function show(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const { container } = render(
    <CodeBlock>
      <code>{CODE}</code>
    </CodeBlock>,
  );
  return container;
}

test('a block of code is copied without the end of its last line, and can be from when scripts run until they are undone', async () => {
  const writeText = vi.fn(async () => {});
  const container = show(writeText);
  expect(screen.queryByRole('button')).toBeNull();
  const undo = enhanceDocument(container);
  const button = screen.getByRole('button', { name: 'Copy' });
  button.click();
  expect(writeText.mock.calls).toEqual([['npm start\nnpm test']]);
  await waitFor(() => expect(button.textContent).toBe('Copied'));
  undo();
  button.click();
  expect(writeText).toHaveBeenCalledTimes(1);
});

test('where the browser forbids it, the code is selected and has the focus', async () => {
  const container = show(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  enhanceDocument(container);
  screen.getByRole('button', { name: 'Copy' }).click();
  const block = container.querySelector('pre');
  await waitFor(() => expect(document.activeElement).toBe(block));
  expect(getSelection()?.toString()).toBe(CODE);
});
