import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test('a Content-Disposition holds the real name and a plain one, and nothing that ends the header', () => {
  const header = contentDisposition('Élan "x" 動画 (1).mp4', false);
  expect(header).toBe(
    `attachment; filename="Elan _x_ _ (1).mp4"; filename*=UTF-8''%C3%89lan%20%22x%22%20%E5%8B%95%E7%94%BB%20%281%29.mp4`,
  );
  expect(contentDisposition('a\r\nSet-Cookie: x', true)).not.toMatch(/[\r\n]/);
});
