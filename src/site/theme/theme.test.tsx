import { Button, MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const colours = (button: HTMLElement, ...names: string[]) =>
  names.map((name) => button.style.getPropertyValue(`--button-${name}`));

test.each<[string | undefined, string[], ...string[]]>([
  [undefined, ['var(--mantine-color-body)', 'var(--danger)'], 'color', 'bg'],
  ['default', ['var(--mantine-color-default-color)', 'var(--mantine-color-default)'], 'color', 'bg'],
  ['default', ['var(--danger)', 'var(--danger-soft)'], 'hover-color', 'hover'],
  ['subtle', ['var(--mantine-color-anchor)', 'transparent'], 'color', 'bg'],
  ['subtle', ['var(--danger)', 'var(--danger-soft)'], 'hover-color', 'hover'],
])('what destroys is red where it is confirmed, else only under the pointer: %s, %j', (variant, expected, ...names) => {
  render(
    <MantineProvider env="test" theme={theme}>
      <Button color="danger" {...(variant && { variant })}>
        Delete
      </Button>
    </MantineProvider>,
  );
  expect(colours(screen.getByRole('button'), ...names)).toEqual(expected);
});

test.each([
  [undefined, 'var(--on-accent)'],
  ['default', 'var(--mantine-color-default-color)'],
  ['subtle', 'var(--mantine-color-anchor)'],
])('other buttons are written in the colours of the site: %s', (variant, expected) => {
  render(
    <MantineProvider env="test" theme={theme}>
      <Button {...(variant && { variant })}>Save</Button>
    </MantineProvider>,
  );
  expect(colours(screen.getByRole('button'), 'color')).toEqual([expected]);
});
