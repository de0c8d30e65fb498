type Click = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a click on a link is left to the page: with a key held, the browser opens another tab or window, or saves what the link leads to. */
export function isPlainClick({ ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return !ctrlKey && !metaKey && !shiftKey && !altKey;
}
