import { createHmac } from 'node:crypto';
import { createLinkSigner, type LinkScope, VIDEO_PATH } from '#/server/service/links/links.ts';
import { type Row, row } from '../table.ts';

const SECRET = 'x'.repeat(43);
const SCOPE: LinkScope = {
  purpose: 'download',
  canonicalUrl: 'https://www.youtube.com/watch?v=OKvideo0001',
  formatId: '136+140',
  expiresAtS: 4e9,
};
const MEASURE_MS = 2_000;
/** Between two looks at the clock. */
const BATCH = 500;

/** Links signed and checked by one core, beside the signature alone, which nothing can do without; refused ones beside good ones. */
export async function links(): Promise<Row[]> {
  const signer = createLinkSigner(SECRET);
  const token = signer.sign(SCOPE).slice(VIDEO_PATH.length);
  const [payload = '', signature = ''] = token.split('.');
  const bent = `${payload}.${signature.slice(0, -2)}AA`;
  const bare = () => createHmac('sha256', SECRET).update(`video-link:${payload}`).digest('base64url') !== '';
  const isGood = (text: string) => signer.verify(text).ok;
  perS(() => isGood(token));
  const alone = perS(bare);
  const checked = perS(() => isGood(token));
  return [
    row(
      'link',
      'signed per s vs signature alone',
      perS(() => signer.sign(SCOPE) !== ''),
      alone,
    ),
    row('link', 'checked per s vs signature alone', checked, alone),
    row(
      'link',
      'refused per s vs checked',
      perS(() => !isGood(bent)),
      checked,
    ),
  ];
}

function perS(isRight: () => boolean): number {
  const beganMs = performance.now();
  let count = 0;
  while (performance.now() - beganMs < MEASURE_MS) {
    for (let n = 0; n < BATCH; n++) if (!isRight()) throw new Error('A link was judged wrongly.');
    count += BATCH;
  }
  return (count * 1000) / (performance.now() - beganMs);
}
