/** What could not be stored, by its key, and what the storage had in its place: once another page has stored something, that counts. */
const unstored = new Map<string, { value: string | null; besides: string | null }>();

/** What this or an earlier page left under a key; null: nothing, or nothing that can be read where storage is switched off. */
export function recall(key: string): string | null {
  const stored = readStorage(key);
  const own = unstored.get(key);
  return own && own.besides === stored ? own.value : stored;
}

/** Leaves something for later pages; null: forgets it. Storage that is full or switched off: it then lasts as long as the page. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unstored.delete(key);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    unstored.set(key, { value, besides: readStorage(key) });
  }
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
