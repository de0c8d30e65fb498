import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { AccountConfig } from '#/model/account.ts';
import { configWith, STRICT_PASSWORD } from '../fixtures/account-config.ts';
import { overwriteGetLocale } from '../texts/paraglide/runtime.js';
import { AccountForm, type AccountFormProps } from './AccountForm.tsx';
import type { FieldScreen } from './fields.ts';
import { formOf } from './form.ts';

const inSite = (children: ReactNode) => (
  <StrictMode>
    <MantineProvider env="test">{children}</MantineProvider>
  </StrictMode>
);

function show(config: Partial<AccountConfig>, name: FieldScreen, changes: Partial<AccountFormProps> = {}) {
  const onSubmit = vi.fn();
  const onDismissError = vi.fn();
  const form = formOf(configWith({ asksForTerms: false, ...config }), name);
  const element = (more: Partial<AccountFormProps> = {}) =>
    inSite(
      <AccountForm
        form={form}
        isPending={false}
        remoteError={null}
        onDismissError={onDismissError}
        submitLabel="Go"
        pendingLabel="Going"
        onSubmit={onSubmit}
        {...changes}
        {...more}
      />,
    );
  const view = render(element());
  return { onSubmit, onDismissError, view, again: (more: Partial<AccountFormProps>) => view.rerender(element(more)) };
}

function input(name: string): HTMLInputElement {
  const found = document.querySelector(`input[name="${name}"]`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`There is no input named ${name}`);
  return found;
}

const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const leave = (name: string) => fireEvent.blur(input(name));
const button = (name = 'Go') => screen.getByRole<HTMLButtonElement>('button', { name });

describe('problems of fields', () => {
  test('are told when a field is left, beside it, and go when it is right', () => {
    show({}, 'signUp');
    type('email', 'ada');
    expect(screen.queryByText('Please enter a valid email')).toBeNull();
    leave('email');
    expect(screen.getByText('Please enter a valid email')).toBeDefined();
    expect(input('email').getAttribute('aria-invalid')).toBe('true');
    type('email', 'ada@example.com');
    expect(screen.queryByText('Please enter a valid email')).toBeNull();
  });

  test('come while one types in a field that was left before', () => {
    show({}, 'signUp');
    type('email', 'ada@example.com');
    leave('email');
    type('email', 'ada@');
    expect(screen.getByText('Please enter a valid email')).toBeDefined();
  });

  test('a field that was only passed through is not complained about until the form is sent', () => {
    const { onSubmit } = show({}, 'signUp');
    leave('email');
    expect(screen.queryByText('Email cannot be empty')).toBeNull();
    fireEvent.click(button());
    expect(screen.getByText('Email cannot be empty')).toBeDefined();
    expect(screen.getByText('Password cannot be empty')).toBeDefined();
    expect(screen.getByText('This field is required')).toBeDefined();
    expect(document.activeElement).toBe(input('email'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('that the passwords differ is told while the second is typed, from six characters on', () => {
    show({}, 'signUp');
    type('password', 'Abcdefg1');
    type('confirm_password', 'Abcde');
    expect(screen.queryByText('Your passwords must match')).toBeNull();
    type('confirm_password', 'Abcdex');
    expect(screen.getByText('Your passwords must match')).toBeDefined();
    type('confirm_password', 'Abcdefg1');
    expect(screen.queryByText('Your passwords must match')).toBeNull();
  });

  test('that short passwords differ is told once both were left', () => {
    show({}, 'signUp');
    type('password', 'abc');
    leave('password');
    type('confirm_password', 'abd');
    expect(screen.queryByText('Your passwords must match')).toBeNull();
    leave('confirm_password');
    expect(screen.getByText('Your passwords must match')).toBeDefined();
  });

  test('changing the first password tells that the second no longer matches', () => {
    show({}, 'signUp');
    type('password', 'Abcdefg1');
    type('confirm_password', 'Abcdefg1');
    type('password', 'Abcdefg12');
    expect(screen.getByText('Your passwords must match')).toBeDefined();
  });
});

describe('the button', () => {
  test('is disabled while something told is wrong', () => {
    show({}, 'signIn');
    expect(button().disabled).toBe(false);
    type('username', 'ada');
    leave('username');
    expect(button().disabled).toBe(true);
    type('username', 'ada@example.com');
    expect(button().disabled).toBe(false);
  });

  test('is disabled and says so while pending, and nothing is sent twice', () => {
    const { onSubmit, again } = show({}, 'signIn');
    type('username', 'ada@example.com');
    type('password', 'x');
    again({ isPending: true });
    expect(button('Going').disabled).toBe(true);
    fireEvent.submit(button('Going'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('sends trimmed values, and the password as it is', () => {
    const { onSubmit } = show({}, 'signIn');
    type('username', ' ada@example.com ');
    type('password', ' secret ');
    fireEvent.click(button());
    expect(onSubmit.mock.calls).toEqual([[{ username: 'ada@example.com', password: ' secret ' }]]);
  });
});

describe('what the service refused', () => {
  test('is an alert right above the button, which can be dismissed', () => {
    const { onDismissError, again } = show({}, 'signIn', { remoteError: 'Incorrect username or password' });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Incorrect username or password');
    expect(alert.nextElementSibling).toBe(button());
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(onDismissError).toHaveBeenCalledOnce();
    again({ remoteError: null });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('leaves the focus to the first field when it is dismissed, not to nothing', () => {
    const { again } = show({}, 'signIn', { remoteError: 'Incorrect username or password' });
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    dismiss.focus();
    fireEvent.click(dismiss);
    again({ remoteError: null });
    expect(document.activeElement).toBe(input('username'));
  });

  test('leaves what was typed', () => {
    const { again } = show({}, 'signIn');
    type('username', 'ada@example.com');
    again({ remoteError: 'Network Error' });
    expect(input('username').value).toBe('ada@example.com');
  });
});

describe('fields', () => {
  test('have ids of twelve characters, each its own, by which their labels name them', () => {
    show({}, 'signUp');
    const ids = [...document.querySelectorAll('input')].map(({ id }) => id);
    expect(ids.filter((id) => id.length !== 12)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.querySelectorAll('label[for]')).toHaveLength(ids.length);
  });

  test('stand in the order of the configuration, and need an answer as it says', () => {
    const { onSubmit } = show(
      {
        signUpAttributes: ['nickname'],
        formFields: { signUp: { nickname: { order: 1, isRequired: false, label: 'Handle' } } },
      },
      'signUp',
    );
    const names = [...document.querySelectorAll('input')].map(({ name }) => name);
    expect(names).toEqual(['nickname', 'email', 'password', 'confirm_password']);
    expect(screen.getByLabelText('Handle')).toBe(input('nickname'));
    expect(input('nickname').required).toBe(false);
    type('email', 'ada@example.com');
    type('password', 'Abcdefg1');
    type('confirm_password', 'Abcdefg1');
    fireEvent.click(button());
    expect(onSubmit).toHaveBeenCalledWith({
      email: 'ada@example.com',
      password: 'Abcdefg1',
      confirm_password: 'Abcdefg1',
    });
  });

  test('tell browsers and phones what they are', () => {
    show({ signUpAttributes: ['given_name', 'birthdate', 'website'] }, 'signUp');
    const facts = [...document.querySelectorAll('input')].map(({ name, type, autocomplete, inputMode }) => [
      name,
      type,
      autocomplete,
      inputMode,
    ]);
    expect(facts).toEqual([
      ['email', 'email', 'email', 'email'],
      ['password', 'password', 'new-password', ''],
      ['confirm_password', 'password', 'new-password', ''],
      ['given_name', 'text', 'given-name', ''],
      ['birthdate', 'date', 'bday', ''],
      ['website', 'url', 'url', 'url'],
    ]);
  });

  test('an attribute with a dot in its name is one field', () => {
    const { onSubmit } = show({ loginMechanisms: ['username'], signUpAttributes: ['custom:a.b'] }, 'signUp');
    for (const [name, value] of [
      ['username', 'ada'],
      ['password', 'Abcdefg1'],
      ['confirm_password', 'Abcdefg1'],
      ['custom:a.b', 'x'],
    ] as const)
      type(name, value);
    fireEvent.click(button());
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ 'custom:a.b': 'x' });
  });

  test('a password can be looked at', () => {
    show({}, 'signIn');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input('password').type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input('password').type).toBe('password');
  });

  test('the rules of a new password tick themselves off', () => {
    show({ passwordSettings: STRICT_PASSWORD }, 'signUp');
    const met = () => screen.getAllByRole('listitem').filter(({ dataset }) => dataset['met'] === 'true').length;
    const counts = ['', 'a', 'aB', 'aB1', 'aB1!', 'aB1!aB1!'].map((password) => {
      type('password', password);
      return met();
    });
    expect(counts).toEqual([0, 1, 2, 3, 4, 5]);
    expect(screen.getByText('at least 8 characters')).toBeDefined();
  });

  test('the terms have to be agreed with', () => {
    const { onSubmit } = show({ asksForTerms: true }, 'signUp');
    type('email', 'ada@example.com');
    type('password', 'Abcdefg1');
    type('confirm_password', 'Abcdefg1');
    fireEvent.click(button());
    expect(screen.getByText('Please agree with the Terms & Conditions')).toBeDefined();
    fireEvent.click(screen.getByLabelText('I agree with the Terms & Conditions'));
    fireEvent.click(button());
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ acknowledgement: 'yes' });
  });
});

test('a code that is pasted spreads over the six boxes, whatever stands between its digits', () => {
  show({}, 'confirmSignUp');
  const code = screen.getByLabelText('Code');
  expect(code).toBe(input('confirmation_code'));
  expect([input('confirmation_code').autocomplete, input('confirmation_code').inputMode]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  type('confirmation_code', 'Your code: 123-456 7');
  expect(input('confirmation_code').value).toBe('123456');
  type('confirmation_code', '１２３４５６');
  expect(input('confirmation_code').value).toBe('123456');
});

describe('a form of a code alone', () => {
  test('is sent by the last digit, and says so before; what was refused is sent again by its button only', () => {
    const { onSubmit } = show({}, 'confirmSignUp');
    expect(input('confirmation_code').getAttribute('aria-describedby')).not.toBeNull();
    expect(screen.getByText('The code is checked as soon as it’s complete.')).toBeDefined();
    type('confirmation_code', '12345');
    expect(onSubmit).not.toHaveBeenCalled();
    type('confirmation_code', '123456');
    expect(onSubmit.mock.calls).toEqual([[{ confirmation_code: '123456' }]]);
    type('confirmation_code', '12345');
    type('confirmation_code', '123456');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    fireEvent.click(button());
    expect(onSubmit).toHaveBeenCalledTimes(2);
    type('confirmation_code', '654321');
    expect(onSubmit.mock.calls.at(-1)).toEqual([{ confirmation_code: '654321' }]);
  });

  test('waits for its button as long as something is pending', () => {
    const { onSubmit } = show({}, 'confirmSignUp', { isPending: true });
    type('confirmation_code', '123456');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('is not sent by itself where more is asked for', () => {
    const { onSubmit } = show({}, 'confirmResetPassword');
    type('confirmation_code', '123456');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.queryByText('Your passwords must match')).toBeNull();
  });
});

test('a form in another language re-renders its labels and what is wrong', () => {
  const { again } = show({}, 'signUp');
  type('email', 'ada');
  leave('email');
  overwriteGetLocale(() => 'he');
  try {
    again({});
    expect(screen.getByText('יש להזין כתובת אימייל חוקית')).toBeDefined();
    expect(screen.getByLabelText('אימייל')).toBe(input('email'));
  } finally {
    overwriteGetLocale(() => 'en');
  }
});
