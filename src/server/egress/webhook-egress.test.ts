import { describe, expect, test } from 'vitest';
import { createPublicGuard } from './guard.ts';
import { createWebhookEgress } from './webhook-egress.ts';

describe('the guard of addresses that clients name', () => {
  const guard = createPublicGuard({ resolve: async () => ['8.8.8.8', '2600::1'] });

  test('lets any public name through, to the addresses that were judged', async () => {
    expect(await guard('Hooks.Example.COM.', 443)).toEqual({
      host: 'hooks.example.com',
      addresses: ['8.8.8.8', '2600::1'],
      port: 443,
    });
  });

  test.each([
    ['hooks.example.com', 80, 'port'],
    ['hooks.example.com', 8443, 'port'],
    ['127.0.0.1', 443, 'ip-literal'],
    ['0x7f000001', 443, 'ip-literal'],
    ['[::1]', 443, 'ip-literal'],
    ['::1', 443, 'ip-literal'],
    ['localhost', 443, 'host'],
    ['metadata', 443, 'host'],
    ['a_b.example.com', 443, 'host'],
  ])('%s at %i is refused: %s', async (host, port, reason) => {
    await expect(guard(host, port)).rejects.toMatchObject({ name: 'EgressRefusal', reason });
  });

  test.each([['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254'], ['::1'], ['fd00::1'], ['8.8.8.8', '192.168.0.1']])(
    'a name that leads to %s is refused',
    async (...addresses) => {
      const inward = createPublicGuard({ resolve: async () => addresses });
      await expect(inward('hooks.example.com', 443)).rejects.toMatchObject({ reason: 'private-address' });
    },
  );

  test('a name that leads nowhere is refused', async () => {
    const nowhere = createPublicGuard({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(nowhere('hooks.example.com', 443)).rejects.toMatchObject({ reason: 'dns' });
  });
});

test('the door refuses what is not https, and what leads inside', async () => {
  const egress = createWebhookEgress({ resolve: async () => ['127.0.0.1'] });
  for (const url of ['http://hooks.example.com/', 'https://hooks.example.com/', 'https://127.0.0.1/'])
    await expect(egress.post(url, { headers: {}, body: '' })).rejects.toMatchObject({ code: 'egress_denied' });
  await egress.close();
});
