/** By which name an entry of the browser's history holds it over a reload. */
const HISTORY_KEY = 'unsent';

let unsent = '';

/** What stands in the field and was not sent. It goes along when a step to another page takes the form away. */
export function unsentText(): string {
  return unsent;
}

export function keepUnsentText(text: string): void {
  unsent = text;
}

/**
 * Has it outlive a reload of this page. The page of a form takes links from its fragment (workspace/DownloadWorkspace.tsx); on any other
 * they would only stand in the address, so there the entry of the history holds it until the visitor steps to a form.
 */
export function carryUnsentText(): void {
  const field = document.querySelector<HTMLTextAreaElement>('textarea#links');
  // Before any code of the form was there, it is known to the field alone.
  const text = unsent || field?.value;
  if (!text) return;
  // In silence: a page that heard of it would begin to read the links, and be gone before there is an answer.
  if (field) history.replaceState(history.state, '', `#${encodeURIComponent(text)}`);
  else history.replaceState({ ...history.state, [HISTORY_KEY]: text }, '');
}

/** Takes up what this page carried over its reload, once. To be called before anything else uses the history. */
export function takeUpUnsentText(): void {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(HISTORY_KEY in state)) return;
  const { [HISTORY_KEY]: carried, ...others } = state;
  if (typeof carried === 'string') unsent = carried;
  history.replaceState(others, '');
}
