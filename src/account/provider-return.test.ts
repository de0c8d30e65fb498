import { expect, test } from 'vitest';
import { createFakeClient } from './fixtures/fake-client.ts';
import type { IdentityEvent } from './identity-client.ts';
import { withProviderReturn } from './provider-return.ts';

const FAILED: IdentityEvent = { type: 'federationFailed', error: { code: 'OAuthCancelled' } };

function start() {
  const { client, emit } = createFakeClient({});
  const { onEvent } = withProviderReturn(client);
  const hear = () => {
    const heard: IdentityEvent[] = [];
    return { heard, stop: onEvent((event) => heard.push(event)) };
  };
  return { emit, hear };
}

test('what failed before anybody listened is told to who listens first, once', () => {
  const { emit, hear } = start();
  emit(FAILED);
  expect(hear().heard).toEqual([FAILED]);
  expect(hear().heard).toEqual([]);
});

test('what fails while somebody listens is told then, and to nobody later', () => {
  const { emit, hear } = start();
  const first = hear();
  emit(FAILED);
  first.stop();
  expect(first.heard).toEqual([FAILED]);
  expect(hear().heard).toEqual([]);
});

test('other events are not kept', () => {
  const { emit, hear } = start();
  emit({ type: 'signedIn' });
  expect(hear().heard).toEqual([]);
});
