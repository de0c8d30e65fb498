import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// React, Mantine and our own code report mistakes there. A test that provokes one spies on console.error itself.
let reported: string[] = [];

beforeEach(() => {
  reported = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void reported.push(format(...parts)));
});

afterEach(() => {
  expect(reported, 'unexpected console.error').toEqual([]);
});
