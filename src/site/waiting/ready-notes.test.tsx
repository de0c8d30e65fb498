import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { WatchedLink } from '#/model/watched.ts';
import { ReadyNotes } from './ReadyNotes.tsx';

const noteOf = (title: string): WatchedLink => ({
  id: title,
  link: 'https://www.youtube.com/watch?v=OKvideo0001',
  platform: 'youtube',
  title,
  startsAt: null,
  state: 'there',
  createdAt: '2026-11-23T08:00:00.000Z',
});

function Page({ titles }: { titles: string[] }) {
  const [links, setLinks] = useState(() => titles.map(noteOf));
  return (
    <>
      <main>The page</main>
      {links.length > 0 && (
        <ReadyNotes links={links} onDismiss={(gone) => setLinks(links.filter(({ id }) => id !== gone))} />
      )}
    </>
  );
}

function dismiss(title: string): string | null | undefined {
  const button = screen.getByRole('button', { name: `Dismiss: ${title}` });
  button.focus();
  fireEvent.click(button);
  return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.localName;
}

test('who dismisses a note is at the next one, or at the one before, and after the last one on the page', () => {
  render(<Page titles={['One', 'Two', 'Three']} />);
  expect(dismiss('Two')).toBe('Dismiss: Three');
  expect(dismiss('Three')).toBe('Dismiss: One');
  expect(dismiss('One')).toBe('main');
  const main = screen.getByRole('main');
  main.blur();
  expect(main.hasAttribute('tabindex')).toBe(false);
});

test('a note that goes by itself leaves the focus where it is', () => {
  const { rerender } = render(<ReadyNotes links={[noteOf('One'), noteOf('Two')]} onDismiss={() => {}} />);
  screen.getByRole('button', { name: 'Dismiss: Two' }).focus();
  rerender(<ReadyNotes links={[noteOf('Two')]} onDismiss={() => {}} />);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss: Two');
});
