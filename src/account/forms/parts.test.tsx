import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { CopyButton } from './CopyButton.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { TotpQr } from './totp/TotpQr.tsx';

const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>);

function giveClipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}

test('COPY copies, then says COPIED until there is something else to copy', async () => {
  const copied: string[] = [];
  giveClipboard(async (text) => void copied.push(text));
  const view = show(<CopyButton value="SECRET" />);
  fireEvent.click(screen.getByRole('button', { name: 'COPY' }));
  expect(await screen.findByRole('button', { name: 'COPIED' })).toBeDefined();
  expect(copied).toEqual(['SECRET']);
  view.rerender(
    <MantineProvider env="test">
      <CopyButton value="OTHER" />
    </MantineProvider>,
  );
  expect(screen.getByRole('button', { name: 'COPY' })).toBeDefined();
});

test('where copying is refused, that is said', async () => {
  giveClipboard(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  show(<CopyButton value="SECRET" />);
  fireEvent.click(screen.getByRole('button', { name: 'COPY' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your browser blocked copying. Select the key and copy it yourself.',
  );
  expect(screen.getByRole('button', { name: 'COPY' })).toBeDefined();
});

test('the QR code is one path, 228 pixels wide and high', async () => {
  show(<TotpQr uri="otpauth://totp/a:b?secret=c&issuer=a" />);
  const image = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['228', '228']);
  expect(image.querySelectorAll('path')).toHaveLength(1);
});

test.each([
  ['', 'There’s no text to put in a QR code.'],
  ['a'.repeat(3000), 'This text is too long for a QR code. Type the key instead.'],
])('a QR code that cannot be drawn is explained', async (uri, explanation) => {
  show(<TotpQr uri={uri} />);
  expect((await screen.findByRole('alert')).textContent).toBe(explanation);
});

test('each provider has its button, worded for signing in or up', () => {
  const onChoose = vi.fn();
  const providers = ['amazon', 'apple', 'facebook', 'google'] as const;
  const buttons = (purpose: 'signIn' | 'signUp', isPending = false) => (
    <SocialButtons providers={providers} purpose={purpose} isPending={isPending} onChoose={onChoose} />
  );
  const view = show(buttons('signIn'));
  const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(labels()).toEqual([
    'Sign In with Amazon',
    'Sign In with Apple',
    'Sign In with Facebook',
    'Sign In with Google',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Sign In with Apple' }));
  expect(onChoose).toHaveBeenCalledWith('apple');
  view.rerender(<MantineProvider env="test">{buttons('signUp', true)}</MantineProvider>);
  expect(labels()[3]).toBe('Sign Up with Google');
  expect(screen.getAllByRole<HTMLButtonElement>('button').every(({ disabled }) => disabled)).toBe(true);
});
