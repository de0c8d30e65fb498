type Texts = Record<string, (inputs: unknown) => string>;

/** Where each part of the messages comes from, in each language. */
type Sources<Part extends string, Language extends string> = Record<Part, Record<Language, () => Promise<Texts>>>;

/**
 * A text was asked for before it was loaded. React waits for what is thrown to it with a `then`, keeps what stands in the page meanwhile,
 * and renders again; everybody else is told as by any error.
 */
export class NotLoadedYet extends Error {
  readonly #loading: Promise<void>;

  constructor(key: string, loading: Promise<void>) {
    super(`Message ${key} was asked for before it was loaded`);
    this.#loading = loading;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- What React looks for.
  then(loaded: () => void, failed: () => void): void {
    void this.#loading.then(loaded, failed);
  }
}

/** Messages that are loaded in parts, as the parts of a page need them, and in one language until the page speaks another. */
export function createLoadedTexts<Part extends string, Language extends string>(sources: Sources<Part, Language>) {
  const loaded = new Map<Language, { texts: Texts; parts: Set<Part> }>();
  /** Also those that are on their way: what waits for them will speak whatever language the page speaks then. */
  const wanted = new Set<Part>();
  /** Of what was asked for too early, by part and language; null: it could not be loaded. */
  const late = new Map<string, Promise<void> | null>();

  async function load(part: Part, language: Language): Promise<void> {
    wanted.add(part);
    const texts = await sources[part][language]();
    const before = loaded.get(language);
    loaded.set(language, {
      texts: { ...before?.texts, ...texts },
      parts: new Set([...(before?.parts ?? []), part]),
    });
  }

  function loadLate(part: Part, language: Language): Promise<void> | null {
    const name = `${part} ${language}`;
    const known = late.get(name);
    if (known !== undefined) return known;
    const loading = load(part, language);
    late.set(name, loading);
    // Asked for again and again, it would be loaded again and again.
    loading.catch(() => late.set(name, null));
    return loading;
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
    /** Throws NotLoadedYet where its part is still to be loaded, and has it loaded. */
    text(part: Part, key: string, language: Language): Texts[string] {
      const { texts, parts } = loaded.get(language) ?? {};
      const text = texts?.[key];
      if (text) return text;
      const loading = parts?.has(part) ? null : loadLate(part, language);
      if (loading) throw new NotLoadedYet(key, loading);
      throw new Error(`Message ${key} cannot be had in ${language}`);
    },
  };
}
