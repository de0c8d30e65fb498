import { expect, test } from 'vitest';
import { LINK_KINDS } from '#/model/links/link-kinds.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { recognise } from './link.ts';

test.each(PLATFORMS.flatMap((platform) => LINK_KINDS[platform].map(({ kind, link }) => ({ platform, kind, link }))))(
  'the form that visitors are told of is recognised: $link',
  ({ platform, kind, link }) => {
    const recognised = recognise(link);
    expect(recognised).toMatchObject({ ok: true, value: { platform } });
    const isPlatformsOwn = recognised.ok && 'expand' in recognised.value;
    // youtu.be names its video, so nobody has to be asked what it stands for.
    expect(isPlatformsOwn).toBe(kind === 'short' && platform !== 'youtube');
  },
);
