import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { m as text } from './paraglide/messages.js';
import { useLanguage } from './use-language.ts';

function Page() {
  const { language, direction, offer, choose } = useLanguage();
  if (language === null) return null;
  return (
    <div dir={direction} data-testid="page">
      <p>{text.problem_required()}</p>
      {offer && (
        <button type="button" onClick={() => choose(offer.language)}>
          {offer.label}
        </button>
      )}
    </div>
  );
}

/** Outside a built page, the site speaks English. */
function visit(browser: readonly string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
  return render(<Page />);
}

beforeEach(() => localStorage.clear());

test('speaks the site’s language', async () => {
  visit(['fr-FR', 'de']);
  expect(await screen.findByText('This field is required')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('speaks Hebrew, from right to left, when that is chosen; remembers it, and finds the way back', async () => {
  const first = visit(['he-IL', 'fr']);
  fireEvent.click(await screen.findByText('הצגה בעברית'));
  expect(await screen.findByText('שדה זה הוא חובה')).toBeDefined();
  expect(screen.getByTestId('page').dir).toBe('rtl');
  first.unmount();

  visit(['he-IL', 'fr']);
  expect(await screen.findByText('שדה זה הוא חובה')).toBeDefined();
  fireEvent.click(screen.getByText('Show in English'));
  expect(await screen.findByText('This field is required')).toBeDefined();
  expect(screen.getByTestId('page').dir).toBe('ltr');
});

test('of two choices in a row, the later one is spoken', async () => {
  visit(['pl']);
  const offer = await screen.findByText('Pokaż po polsku');
  fireEvent.click(offer);
  fireEvent.click(screen.getByText('Show in English'));
  expect(await screen.findByText('Pokaż po polsku')).toBeDefined();
  expect(await screen.findByText('This field is required')).toBeDefined();
});
