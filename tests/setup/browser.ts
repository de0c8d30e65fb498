import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// What jsdom lacks and Mantine asks for.
window.matchMedia = (query) => {
  const list = new EventTarget();
  return Object.assign(list, { matches: false, media: query, onchange: null, addListener() {}, removeListener() {} });
};

window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

Element.prototype.scrollIntoView = () => {};

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

afterEach(cleanup);
