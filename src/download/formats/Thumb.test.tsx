import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Thumb } from './Thumb.tsx';

const SOURCE = { src: '/thumbnail?w=320', srcSet: '/thumbnail?w=320 320w, /thumbnail?w=640 640w' };
const image = () => document.querySelector('img');

/** Tells that a picture has come in the size that the browser chose of it. */
function come(element: HTMLImageElement | null, currentSrc: string): void {
  if (!element) throw new Error('There is no picture.');
  Object.defineProperty(element, 'currentSrc', { value: currentSrc });
  fireEvent.load(element);
}

test('a picture that has come stays, whatever size a wider window would have', () => {
  render(<Thumb platform="youtube" {...SOURCE} />);
  expect(image()?.srcset).toBe(SOURCE.srcSet);
  come(image(), '/thumbnail?w=640');
  expect([image()?.getAttribute('src'), image()?.hasAttribute('srcset')]).toEqual(['/thumbnail?w=640', false]);
});

test('another picture in its place is looked for anew', () => {
  const { rerender } = render(<Thumb platform="youtube" {...SOURCE} />);
  come(image(), '/thumbnail?w=640');
  rerender(<Thumb platform="youtube" src="/other?w=320" srcSet="/other?w=320 320w" />);
  expect([image()?.getAttribute('src'), image()?.srcset]).toEqual(['/other?w=320', '/other?w=320 320w']);
});

test('in the place of one that does not come stands the mark of its platform', () => {
  render(<Thumb platform="youtube" {...SOURCE} />);
  fireEvent.error(image() ?? document);
  expect([image(), document.querySelector('svg') !== null]).toEqual([null, true]);
});
