import * as streams from 'node:stream/web';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What is loaded later comes later, where other programs share the machine.
configure({ asyncUtilTimeout: 5000 });

// What browsers have and jsdom lacks: Node's own.
for (const [name, value] of Object.entries(streams))
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });

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

HTMLElement.prototype.hidePopover = () => {};

afterEach(cleanup);
