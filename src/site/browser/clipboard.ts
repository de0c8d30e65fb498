/** What is on the clipboard; null: the browser does not tell, or the page came by plain http, where there is no clipboard. */
export async function readClipboard(): Promise<string | null> {
  return allowed(async () => navigator.clipboard.readText());
}

/** Whether a text is on the clipboard now. */
export async function writeClipboard(text: string): Promise<boolean> {
  return (await allowed(async () => navigator.clipboard.writeText(text).then(() => true))) ?? false;
}

async function allowed<T>(attempt: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof DOMException || navigator.clipboard === undefined) return null;
    throw error;
  }
}
