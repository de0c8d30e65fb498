import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { focusForOnce } from './focus.ts';
import { useFocusOnMore } from './use-focus-on-more.ts';

function List({ rows, isComing = false }: { rows: string[]; isComing?: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const onMore = useFocusOnMore(list, 'li', isComing);
  return (
    <>
      <div ref={list}>
        <ol>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ol>
        {rows.length < 2 && (
          <button type="button" onClick={onMore}>
            More
          </button>
        )}
      </div>
      <button type="button">Export</button>
    </>
  );
}

/** Presses the button for more, which goes with what it brings; meanwhile something may be done. Gives what renders the list once more. */
function more(meanwhile = () => {}): () => void {
  const { rerender } = render(<List rows={['a']} />);
  const button = screen.getByRole('button', { name: 'More' });
  button.focus();
  button.click();
  rerender(<List rows={['a']} isComing />);
  meanwhile();
  const come = () => rerender(<List rows={['a', 'b']} />);
  come();
  return come;
}

test('the first row that came has the focus, where the button that brought it is gone', () => {
  more();
  expect(document.activeElement).toBe(screen.getByText('b'));
});

test('who has gone elsewhere meanwhile stays there, also when nothing has the focus later', () => {
  const exporting = () => screen.getByRole('button', { name: 'Export' });
  const again = more(() => exporting().focus());
  expect(document.activeElement).toBe(exporting());
  exporting().blur();
  again();
  expect(document.activeElement).toBe(document.body);
});

test('who has pressed beside everything meanwhile is left there', () => {
  more(() => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(document.activeElement).toBe(document.body);
});

test('a heading has the focus until it goes elsewhere, and not until the window has lost it', () => {
  render(<h2>Keys</h2>);
  const heading = screen.getByRole('heading');
  focusForOnce(heading);
  heading.dispatchEvent(new FocusEvent('blur'));
  expect(heading.tabIndex).toBe(-1);
  expect(heading.hasAttribute('tabindex')).toBe(true);
  heading.blur();
  expect(heading.hasAttribute('tabindex')).toBe(false);
});
