import { expect, test } from 'vitest';
import { createFakeClient } from './fixtures/fake-client.ts';
import type { IdentityEvent } from './identity-client.ts';
import { withEarlyFailure } from './early-failure.ts';

const FAILED: IdentityEvent = { type: 'federationFailed', error: { code: 'OAuthCancelled' } };
const REVOKED: IdentityEvent = { type: 'refreshFailed', error: { code: 'SessionRevoked' } };

function start() {
  const { client, emit } = createFakeClient({});
  const { onEvent } = withEarlyFailure(client);
  const hear = () => {
    const heard: IdentityEvent[] = [];
    return { heard, stop: onEvent((event) => heard.push(event)) };
  };
  return { emit, hear };
}

test.each([FAILED, REVOKED])(
  'what failed before anybody listened is told to who listens first, once: $type',
  (event) => {
    const { emit, hear } = start();
    emit(event);
    expect(hear().heard).toEqual([event]);
    expect(hear().heard).toEqual([]);
  },
);

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
  emit({ type: 'refreshFailed', error: { code: 'NetworkError' } });
  expect(hear().heard).toEqual([]);
});

test('who has signed in again is not told why they had to', () => {
  const { emit, hear } = start();
  emit(REVOKED);
  emit({ type: 'signedIn' });
  expect(hear().heard).toEqual([]);
});
