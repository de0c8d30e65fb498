import type { Platform } from '../platform.ts';

/** What a link leads to. `reel`, `shorts` and `clip` are the platforms' own names. */
export type LinkKind =
  | 'video'
  | 'reel'
  | 'shorts'
  | 'clip'
  | 'post'
  | 'photos'
  | 'playlist'
  | 'channel'
  | 'album'
  | 'live'
  | 'short'
  | 'embed';

/** Links that visitors may paste, one for each form; the numbers and names in them are made up. A test asks the engine about each. */
export const LINK_KINDS: Record<Platform, readonly { kind: LinkKind; link: string }[]> = {
  facebook: [
    { kind: 'video', link: 'https://www.facebook.com/watch/?v=1234567890' },
    { kind: 'video', link: 'https://www.facebook.com/some.page/videos/1234567890' },
    { kind: 'reel', link: 'https://www.facebook.com/reel/1234567890' },
    { kind: 'post', link: 'https://www.facebook.com/some.page/posts/1234567890' },
    { kind: 'post', link: 'https://www.facebook.com/groups/some.group/posts/1234567890' },
    { kind: 'post', link: 'https://www.facebook.com/permalink.php?story_fbid=1234567890&id=9876543210' },
    { kind: 'photos', link: 'https://www.facebook.com/photo/?fbid=1234567890' },
    { kind: 'album', link: 'https://www.facebook.com/media/set/?set=a.1234567890' },
    { kind: 'short', link: 'https://www.facebook.com/share/v/AbCdEfGhIj/' },
    { kind: 'short', link: 'https://fb.watch/AbCdEfGhIj/' },
  ],
  instagram: [
    { kind: 'post', link: 'https://www.instagram.com/p/AbCdEfGhIjK/' },
    { kind: 'reel', link: 'https://www.instagram.com/reel/AbCdEfGhIjK/' },
    { kind: 'video', link: 'https://www.instagram.com/tv/AbCdEfGhIjK/' },
    { kind: 'post', link: 'https://www.instagram.com/some.name/p/AbCdEfGhIjK/' },
    { kind: 'short', link: 'https://www.instagram.com/share/AbCdEfGhIjK' },
  ],
  tiktok: [
    { kind: 'video', link: 'https://www.tiktok.com/@some.name/video/1234567890123456789' },
    { kind: 'photos', link: 'https://www.tiktok.com/@some.name/photo/1234567890123456789' },
    { kind: 'short', link: 'https://vm.tiktok.com/AbCdEfGhI/' },
    { kind: 'short', link: 'https://vt.tiktok.com/AbCdEfGhI/' },
    { kind: 'short', link: 'https://www.tiktok.com/t/AbCdEfGhI/' },
    { kind: 'embed', link: 'https://www.tiktok.com/embed/v2/1234567890123456789' },
  ],
  twitter: [
    { kind: 'post', link: 'https://x.com/some_name/status/1234567890123456789' },
    { kind: 'post', link: 'https://twitter.com/some_name/status/1234567890123456789' },
    { kind: 'photos', link: 'https://x.com/some_name/status/1234567890123456789/photo/1' },
    { kind: 'video', link: 'https://x.com/some_name/status/1234567890123456789/video/1' },
    { kind: 'short', link: 'https://t.co/AbCdEfGhIj' },
    { kind: 'post', link: 'https://fxtwitter.com/some_name/status/1234567890123456789' },
    { kind: 'post', link: 'https://vxtwitter.com/some_name/status/1234567890123456789' },
  ],
  youtube: [
    { kind: 'video', link: 'https://www.youtube.com/watch?v=AbCdEfGhIjK' },
    { kind: 'short', link: 'https://youtu.be/AbCdEfGhIjK' },
    { kind: 'shorts', link: 'https://www.youtube.com/shorts/AbCdEfGhIjK' },
    { kind: 'live', link: 'https://www.youtube.com/live/AbCdEfGhIjK' },
    { kind: 'playlist', link: 'https://www.youtube.com/playlist?list=PLAbCdEfGhIjKlMnOp' },
    { kind: 'channel', link: 'https://www.youtube.com/@some.name' },
    { kind: 'channel', link: 'https://www.youtube.com/@some.name/shorts' },
    { kind: 'channel', link: 'https://www.youtube.com/channel/UCAbCdEfGhIjKlMnOpQrStUv' },
    { kind: 'clip', link: 'https://www.youtube.com/clip/UgkxAbCdEfGhIjKlMn' },
    { kind: 'video', link: 'https://music.youtube.com/watch?v=AbCdEfGhIjK' },
    { kind: 'embed', link: 'https://www.youtube.com/embed/AbCdEfGhIjK' },
  ],
};
