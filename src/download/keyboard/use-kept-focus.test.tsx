import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

function Workspace({ links, hasButton = true }: { links: string[]; hasButton?: boolean }) {
  const root = useRef<HTMLElement>(null);
  useKeptFocus(root);
  return (
    <section ref={root}>
      <textarea id="links" aria-label="Links" />
      {links.length > 0 && (
        <section id="queue">
          <h2 id="queue-heading" tabIndex={-1}>
            Queue
          </h2>
          {hasButton && <button type="button">Clear</button>}
          <ol>
            {links.map((link) => (
              <li key={link}>
                <article tabIndex={-1} aria-label={link}>
                  {hasButton && <button type="button">Remove {link}</button>}
                </article>
              </li>
            ))}
          </ol>
        </section>
      )}
    </section>
  );
}

/** Shows a queue with the focus on a button of it, and then how it is afterwards. */
function change(focused: string, after: Parameters<typeof Workspace>[0]): Element | null {
  const { rerender } = render(<Workspace links={['a', 'b', 'c']} />);
  screen.getByRole('button', { name: focused }).focus();
  rerender(<Workspace {...after} />);
  return document.activeElement;
}

test('a removed entry hands the focus to the one that takes its place, the last one to the one before', () => {
  expect(change('Remove b', { links: ['a', 'c'] })?.getAttribute('aria-label')).toBe('c');
});

test('the last entry hands it to the one before', () => {
  expect(change('Remove c', { links: ['a', 'b'] })?.getAttribute('aria-label')).toBe('b');
});

test('a button that is gone hands it to its item', () => {
  expect(change('Remove b', { links: ['a', 'b', 'c'], hasButton: false })?.getAttribute('aria-label')).toBe('b');
});

test('a button of the whole queue hands it to the heading, and the empty queue to the field', () => {
  expect(change('Clear', { links: ['a'], hasButton: false })?.id).toBe('queue-heading');
});

test('the queue that is gone hands it to the field', () => {
  expect(change('Clear', { links: [] })?.id).toBe('links');
});

test('who has left the queue is not brought back', () => {
  const { rerender } = render(<Workspace links={['a', 'b']} />);
  screen.getByRole('button', { name: 'Remove a' }).focus();
  document.dispatchEvent(new Event('pointerdown'));
  screen.getByRole('button', { name: 'Remove a' }).blur();
  rerender(<Workspace links={['b']} />);
  expect(document.activeElement).toBe(document.body);
});
