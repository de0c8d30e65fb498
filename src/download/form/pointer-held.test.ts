// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchPress } from './pointer-held.ts';

test('what is pressed is waited for, with the click that comes of it', async () => {
  const press = watchPress();
  await press.released();
  const order: string[] = [];
  fireEvent.pointerDown(document.body);
  const released = press.released().then(() => order.push('released'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(order).toEqual([]);
  fireEvent.pointerUp(document.body);
  order.push('click');
  await released;
  expect(order).toEqual(['click', 'released']);
  press.stop();
});

test('a word that is being composed is waited for, however long it takes', async () => {
  const press = watchPress();
  const field = document.body.appendChild(document.createElement('textarea'));
  fireEvent.compositionStart(field);
  fireEvent.keyDown(field, { key: 'Process' });
  fireEvent.keyUp(field, { key: 'Process' });
  const order: string[] = [];
  const released = press.released().then(() => order.push('released'));
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(order).toEqual([]);
  fireEvent.compositionEnd(field);
  order.push('composed');
  await released;
  expect(order).toEqual(['composed', 'released']);
  press.stop();
  field.remove();
});
