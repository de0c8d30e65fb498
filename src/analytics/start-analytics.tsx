import { getRouterInstance } from '@tanstack/react-start';
import { createRoot } from 'react-dom/client';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { Analytics } from './Analytics.tsx';
import classes from './ChoicesButton.module.css';
import { type ConsentChoice, CONSENT_STORAGE_KEY, currentChoice } from './consent.ts';
import { countVisit } from './count-visit.ts';
import { forgetTagCookies, isTagManagerLoaded } from './tag-manager.ts';

/** Outlives the reload that a withdrawal brings, so that the page can say what it has done. */
const STOPPED_KEY = 'consent-withdrawn';

/**
 * Asks the visitor about the tag manager, and does what they chose. Loaded only where there is one, after the page is there; nothing is
 * requested from elsewhere before the visitor has allowed it.
 */
export async function startAnalytics(id: string): Promise<void> {
  const [router] = await Promise.all([getRouterInstance(), loadAllMessages(currentLocale())]);
  const visit = countVisit(id);
  let hasStopped = takeStopped();
  /** How often another tab has changed what holds here. */
  let changes = 0;
  // First in the page, so that a keyboard comes to it before all else.
  const place = document.createElement('div');
  const footer = document.createElement('div');
  footer.className = classes.slot ?? '';
  document.body.prepend(place);
  keepInFooter(footer);
  const root = createRoot(place);
  const show = () => {
    root.render(
      <Analytics key={`${currentLocale()} ${changes}`} footer={footer} hasStopped={hasStopped} onChoose={obey} />,
    );
    // It is said once: in another language the panel is another one, and what was allowed since may hold by then.
    hasStopped = false;
  };

  function obey(choice: ConsentChoice): void {
    if (choice === 'allowed') return visit.allow();
    visit.refuse();
    forgetTagCookies();
    if (!isTagManagerLoaded()) return;
    // What runs cannot be taken out of a page: it is loaded anew, without it.
    tellStopped();
    location.reload();
  }

  // The page is shown by then, and its name is in its head.
  router.subscribe('onRendered', async ({ pathChanged }) => {
    if (!pathChanged) return;
    await loadAllMessages(currentLocale());
    visit.onStep();
    show();
  });
  // What was chosen in another tab holds here, too.
  addEventListener('storage', ({ key }) => {
    if (key !== CONSENT_STORAGE_KEY && key !== null) return;
    obey(currentChoice() ?? 'refused');
    changes += 1;
    show();
  });
  if (currentChoice() === 'allowed') visit.allow();
  show();
}

/** Puts an element at the end of the footer, also of one that comes with another page. */
function keepInFooter(slot: HTMLElement): void {
  const put = () => {
    if (!slot.isConnected) document.querySelector('footer:not(main footer)')?.append(slot);
  };
  put();
  new MutationObserver(put).observe(document.body, { childList: true, subtree: true });
}

function tellStopped(): void {
  try {
    sessionStorage.setItem(STOPPED_KEY, '1');
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function takeStopped(): boolean {
  try {
    const hasStopped = sessionStorage.getItem(STOPPED_KEY) !== null;
    sessionStorage.removeItem(STOPPED_KEY);
    return hasStopped;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
