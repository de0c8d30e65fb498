import { Button, MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const colours = (button: HTMLElement) =>
  ['--button-color', '--button-bg'].map((name) => button.style.getPropertyValue(name));

test.each([
  [undefined, ['var(--mantine-color-body)', 'var(--danger)']],
  ['default', ['var(--danger)', 'var(--mantine-color-default)']],
  ['subtle', ['var(--danger)', 'transparent']],
])('a button by which something is lost says so by its colour: %s', (variant, expected) => {
  render(
    <MantineProvider env="test" theme={theme}>
      <Button color="danger" {...(variant && { variant })}>
        Delete
      </Button>
    </MantineProvider>,
  );
  expect(colours(screen.getByRole('button'))).toEqual(expected);
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
  expect(colours(screen.getByRole('button'))[0]).toBe(expected);
});
