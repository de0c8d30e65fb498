import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashInsteadOfNonce } from './inline-hashes.server.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('what carries the nonce is known by its hash, and the nonce is gone; nothing else gets one', () => {
  const html =
    '<meta property="csp-nonce" content="n1"/><style nonce="n1">p{}</style><script type="application/ld+json">{}</script>' +
    '<script nonce="n1" src="/a.js"></script><script nonce="n1">1</script><script class="x" nonce="n1">1</script><p><script>2</script></p>';
  expect(hashInsteadOfNonce(html, 'n1')).toEqual({
    html:
      '<style>p{}</style><script type="application/ld+json">{}</script>' +
      '<script src="/a.js"></script><script>1</script><script class="x">1</script><p><script>2</script></p>',
    sources: { scripts: [hash('1')], styles: [hash('p{}')] },
  });
});
