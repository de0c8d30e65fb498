import { createIsomorphicFn } from '@tanstack/react-start';
import { pageNonce } from '#/site/serving/nonce.ts';
import { KEEP_SERVED_HTML } from '#/site/keep-served-html.ts';
import { QUEUE_STORAGE_KEY } from '../queue/queue-signal.ts';

declare global {
  /** Names of buttons of the form that were clicked before there was any code; undefined once there is. */
  var earlyClicks: string[] | undefined;
}

/** An empty queue is stored as `[]`. Before the first paint, so that what folds above a queue is folded at once. */
const MARK_QUEUE = `try{localStorage.getItem('${QUEUE_STORAGE_KEY}')?.length>2&&(document.documentElement.dataset.queue='kept')}catch{}`;

/** On the form: it was sent, and what comes of it is not there yet. */
export const HELD = 'data-held';

/** In the page itself, since on a slow phone the page's first code comes seconds after what is to be clicked. */
const SCRIPT =
  `${MARK_QUEUE}earlyClicks=[];` +
  "addEventListener('click',({target})=>{let b=target.closest('#download form button[name]');b&&earlyClicks?.push(b.name)},true);" +
  // A page that is come back to does not wait any more.
  `addEventListener('submit',({target})=>earlyClicks&&target.closest('#download')&&target.setAttribute('${HELD}',''),true);` +
  `addEventListener('pageshow',({persisted})=>persisted&&document.querySelector('[${HELD}]')?.removeAttribute('${HELD}'))`;

/** Written by the server before the form: remembers clicks that mean nothing without code, shows that the form was sent, and marks a page whose browser has a queue. */
export const EarlyClicks = createIsomorphicFn()
  .server(() => <script nonce={pageNonce()} dangerouslySetInnerHTML={{ __html: SCRIPT }} />)
  .client(() => <script {...KEEP_SERVED_HTML} />);

/** The buttons that were clicked by now. From now on whoever asks has to listen. */
export function takeEarlyClicks(): string[] {
  const clicked = globalThis.earlyClicks ?? [];
  globalThis.earlyClicks = undefined;
  return clicked;
}
