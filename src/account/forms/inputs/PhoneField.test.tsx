import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FormField } from '#/model/account.ts';
import { configWith } from '../../fixtures/account-config.ts';
import { AccountForm } from '../AccountForm.tsx';
import { formOf } from '../form.ts';

async function show(username: FormField = {}) {
  const onSubmit = vi.fn();
  const config = configWith({ loginMechanisms: ['phone_number'], formFields: { signIn: { username } } });
  render(
    <MantineProvider env="test">
      <AccountForm
        form={formOf(config, 'signIn')}
        isPending={false}
        remoteError={null}
        onDismissError={() => {}}
        submitLabel="Go"
        pendingLabel="Going"
        onSubmit={onSubmit}
      />
    </MantineProvider>,
  );
  const countries = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country code' });
  const number = screen.getByLabelText<HTMLInputElement>('Phone number');
  return { onSubmit, countries, number };
}

function submit(number: HTMLElement, typed: string) {
  fireEvent.change(number, { target: { value: typed } });
  fireEvent.change(document.querySelector('input[name=password]') as HTMLInputElement, { target: { value: 'x' } });
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
}

test('a number is sent with the dial code +1 unless another is chosen', async () => {
  const { number, countries, onSubmit } = await show();
  expect(countries.value).toBe('🇺🇸 +1');
  expect([number.type, number.name]).toEqual(['tel', 'username']);
  submit(number, '(234) 567-8900');
  expect(onSubmit).toHaveBeenCalledWith({ username: '+12345678900', password: 'x' });
});

test.each([
  ['germ', '🇩🇪 +49 Germany'],
  ['+49', '🇩🇪 +49 Germany'],
  ['kazakh', '🇰🇿 +7 Kazakhstan'],
])('a country is found by %j', async (search, found) => {
  const { number, countries, onSubmit } = await show();
  fireEvent.click(countries);
  fireEvent.change(countries, { target: { value: search } });
  fireEvent.click(screen.getByRole('option', { name: found }));
  expect(found.startsWith(`${countries.value} `)).toBe(true);
  submit(number, '1701234567');
  expect(onSubmit.mock.calls[0]?.[0].username).toBe(`${found.split(' ')[1]}1701234567`);
});

test('the configuration says which dial codes there are, and which is chosen at first', async () => {
  const { countries } = await show({ dialCode: '+43', dialCodes: ['+43', '+49'] });
  expect(countries.value).toBe('🇦🇹 +43');
  fireEvent.click(countries);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '🇦🇹 +43 Austria',
    '🇩🇪 +49 Germany',
  ]);
});

test('a wrong number is told', async () => {
  const { number, onSubmit } = await show();
  submit(number, 'call me');
  const told = document.getElementById(number.getAttribute('aria-describedby') ?? '');
  expect(told?.textContent).toBe('Invalid phone number format');
  expect(onSubmit).not.toHaveBeenCalled();
});
