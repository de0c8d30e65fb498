import { beforeEach, expect, test, vi } from 'vitest';
import { recall, remember } from './local-storage.ts';

const refuse = (name: string) => () => {
  throw new DOMException('It is refused.', name);
};

beforeEach(() => localStorage.clear());

test('where storage is switched off, what is left lasts as long as the page', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse('SecurityError'));
  expect(recall('off')).toBeNull();
  remember('off', 'one');
  remember('off', 'two');
  expect(recall('off')).toBe('two');
  remember('off', null);
  expect(recall('off')).toBeNull();
});

test('what a full storage does not take lasts as long as the page, or until another page stores something', () => {
  remember('full', 'before');
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse('QuotaExceededError'));
  remember('full', 'now');
  expect([recall('full'), localStorage.getItem('full')]).toEqual(['now', 'before']);
  set.mockRestore();
  localStorage.setItem('full', 'elsewhere');
  expect(recall('full')).toBe('elsewhere');
  remember('full', 'later');
  expect([recall('full'), localStorage.getItem('full')]).toEqual(['later', 'later']);
});
