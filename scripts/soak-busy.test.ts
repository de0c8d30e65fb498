import { expect, test } from 'vitest';
import { faultsOf } from './soak-busy.ts';

test('a run under load tells what failed, what nobody has named, and what passed only when it was tried again', () => {
  const flaky = ['account.spec.ts:7: signs out: no button'];
  expect(faultsOf({ passed: 9, failed: 0 })).toEqual([]);
  expect(faultsOf({ passed: 9, failed: 0, flaky })).toEqual([
    ', only at the second try: account.spec.ts:7: signs out: no button',
  ]);
  expect(faultsOf({ passed: 9, failed: 3, failures: ['served: late'], flaky })).toEqual([
    ': served: late',
    ': 2 more failed',
    ', only at the second try: account.spec.ts:7: signs out: no button',
  ]);
});
