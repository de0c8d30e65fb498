import { expect, test } from 'vitest';
import { isForEverybody, isPersonal } from './answer-page.server.ts';

const at = (path: string) => new URL(path, 'https://site.example');

test.each(['/account', '/fr/account/keys', '/Account/keys', '/fr/ADMIN/users', '/%61ccount', '/fr/acc%6Funt/'])(
  '%s leads to what is somebody’s own, or for operators',
  (path) => {
    expect([isPersonal(at(path)), isForEverybody(at(path))]).toEqual([true, false]);
  },
);

test.each(['/', '/fr', '/accounts', '/fr/privacy', '/youtube/account', '/fr%2Faccount', '/%2561ccount'])(
  '%s does not',
  (path) => {
    expect([isPersonal(at(path)), isForEverybody(at(path))]).toEqual([false, true]);
  },
);
