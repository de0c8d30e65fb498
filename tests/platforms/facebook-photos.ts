/** Facebook's photos: a post of many, the page of one, and an album, whose page has its first part. */

/** Of twelve photos, of which its page shows five. */
export const PHOTO_POST = '900000000000005';
const POST_COUNT = 12;
const POST_SHOWN = 5;
/** Of forty photos; who is not signed in is shown the first of them. */
export const PHOTO_ALBUM = 'a.910000000000001';
const ALBUM_COUNT = 40;
const ALBUM_SHOWN = 28;

type Owner = { id: string; name: string };

const idOf = (of: 'post' | 'album', n: number) => `92000000000${of === 'post' ? 1 : 2}${String(n).padStart(3, '0')}`;
const address = (id: string, size = '') =>
  `https://scontent.xx.fbcdn.net/v/t39.30808-6/${size}photo_${Number(id.slice(-3)) % 10}${id}_n.jpg?oh=1&oe=6F000000`;

/** A photo as lists have it, small, and its larger sizes where a page has them. */
function photo(id: string, isLarge: boolean) {
  const small = { uri: address(id, 's206x206/'), width: 206, height: 366 };
  const large = { uri: address(id), width: 720, height: 1280 };
  return { __typename: 'Photo', __isMedia: 'Photo', id, image: small, ...(isLarge && { viewer_image: large }) };
}

const photos = (of: 'post' | 'album', count: number, isLarge: boolean) =>
  Array.from({ length: count }, (_, n) => photo(idOf(of, n + 1), isLarge));

/** What a post of photos shows; undefined: it is none. */
export function photosOf(id: string): { count: number; shown: object[] } | undefined {
  return id === PHOTO_POST ? { count: POST_COUNT, shown: photos('post', POST_SHOWN, true) } : undefined;
}

const mediaOf = (nodes: object[], count: number) => ({ count, edges: nodes.map((node) => ({ node })) });

/** The page of a set of photos; undefined: the link is of none that there is. */
export function albumAnswer(url: URL, owner: Owner): object | undefined {
  if (!/^\/media\/set\/?$/.test(url.pathname)) return undefined;
  const set = url.searchParams.get('set') ?? '';
  const title = { text: 'Replica album' };
  if (set === PHOTO_ALBUM)
    return { album: { id: set, title, owner, media: mediaOf(photos('album', ALBUM_SHOWN, false), ALBUM_COUNT) } };
  if (set === `pcb.${PHOTO_POST}`)
    return { mediaset: { __typename: 'PCBMediaSet', media: mediaOf(photos('post', POST_COUNT, true), POST_COUNT) } };
  return undefined;
}

/** The page of one photo; undefined: the link is of none that there is. */
export function photoAnswer(url: URL, owner: Owner): object | undefined {
  const id = url.searchParams.get('fbid') ?? '';
  if (!/^\/photo(?:\/|\.php)?$/.test(url.pathname) || !/^92\d{13}$/.test(id)) return undefined;
  const image = { uri: address(id), width: 720, height: 1280 };
  const message = { text: 'A replica photo' };
  return { currMedia: { __typename: 'Photo', id, image, owner, created_time: 1788e6, message } };
}
