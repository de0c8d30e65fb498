type Texts = Record<string, (inputs: unknown) => string>;

/** Where each part of the messages comes from, in each language. */
type Sources<Part extends string, Language extends string> = Record<Part, Record<Language, () => Promise<Texts>>>;

/** Messages that are loaded in parts, as the parts of a page need them, and in one language until the page speaks another. */
export function createLoadedTexts<Part extends string, Language extends string>(sources: Sources<Part, Language>) {
  const loaded = new Map<Language, { texts: Texts; parts: Set<Part> }>();
  /** Also those that are on their way: what waits for them will speak whatever language the page speaks then. */
  const wanted = new Set<Part>();

  async function load(part: Part, language: Language): Promise<void> {
    wanted.add(part);
    const texts = await sources[part][language]();
    const before = loaded.get(language);
    loaded.set(language, {
      texts: { ...before?.texts, ...texts },
      parts: new Set([...(before?.parts ?? []), part]),
    });
  }

  return {
    load,
    /** Loads in a language every part that was wanted in any, those included that are wanted meanwhile. */
    async loadSame(language: Language): Promise<void> {
      const missing = [...wanted].filter((part) => !loaded.get(language)?.parts.has(part));
      if (missing.length === 0) return;
      await Promise.all(missing.map((part) => load(part, language)));
      await this.loadSame(language);
    },
    text: (key: string, language: Language) => loaded.get(language)?.texts[key],
  };
}
