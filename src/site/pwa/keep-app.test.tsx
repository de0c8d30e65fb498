import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepApp } from './keep-app.ts';
import type { PageMessage } from './worker/kept-build.ts';

/** A worker of a newer build, as a page knows it. */
class NewerWorker extends EventTarget {
  state: ServiceWorkerState;
  readonly told: PageMessage['type'][] = [];

  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }

  postMessage({ type }: PageMessage, [port]: MessagePort[]) {
    this.told.push(type);
    port?.postMessage(false);
  }

  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const onReload = vi.fn<() => void>();
const onUpdate = vi.fn<(agree: () => void) => void>();
let container: EventTarget;
let stop: () => void;

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  for (const told of [onReload, onUpdate]) told.mockReset();
});

/** The page's code has come; another build is active, and `registered` is what the browser knows of the newer one. */
function keep(registered: { waiting: NewerWorker | null; installing: NewerWorker | null }): void {
  const registration = Object.assign(new EventTarget(), { active: {}, ...registered });
  container = Object.assign(new EventTarget(), { register: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  stop = keepApp({ onUpdate, onReload });
}

/** How to agree, once the page has been told that a newer version waits. */
async function told(): Promise<() => void> {
  await expect.poll(() => onUpdate.mock.calls.length).toBe(1);
  return onUpdate.mock.calls[0]?.[0] ?? (() => {});
}

test('who agrees to a newer version has it take over, and the page loaded anew by then', async () => {
  const waiting = new NewerWorker('installed');
  keep({ waiting, installing: null });
  const agree = await told();
  agree();
  expect(waiting.told).toEqual(['isYours', 'takeOver']);
  expect(onReload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(onReload).toHaveBeenCalledOnce();
});

test('who agrees after another tab has is not waiting for what has happened', async () => {
  const waiting = new NewerWorker('installed');
  keep({ waiting, installing: null });
  const agree = await told();
  waiting.become('activated');
  agree();
  expect(onReload).toHaveBeenCalledOnce();
  expect(waiting.told).toEqual(['isYours']);
});

test('a newer version that was being installed before the page’s code came is told of, too', async () => {
  const installing = new NewerWorker('installing');
  const watched = vi.spyOn(installing, 'addEventListener');
  keep({ waiting: null, installing });
  await expect.poll(() => watched.mock.calls.length).toBe(1);
  installing.become('installed');
  await told();
});
