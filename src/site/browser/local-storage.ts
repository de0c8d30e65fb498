/** null: storage is switched off. */
export function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** What an earlier page left in the browser's storage under a key; null: nothing, or storage is switched off. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Leaves something for later pages; null: forgets it. Storage that is full or switched off: it then lasts as long as the page. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
