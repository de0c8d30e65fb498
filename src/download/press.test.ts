// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchPress } from './press.ts';

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
