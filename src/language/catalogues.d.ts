/** Made by scripts/vite/message-catalogue.ts: the messages of each language, in three parts. */
declare module 'virtual:message-catalogues' {
  type Load = () => Promise<Record<string, (inputs: unknown) => string>>;
  type Catalogues = Record<'en' | 'fr' | 'id' | 'ja' | 'ko' | 'pt' | 'ro' | 'ru' | 'vi' | 'zh', Load>;
  export const frame: Catalogues;
  export const admin: Catalogues;
  export const rest: Catalogues;
}

/** Made by scripts/vite/document-list.ts: what documents are called, by slug. */
declare module 'virtual:document-list' {
  type Titles = Readonly<Record<string, string>>;
  type Code = 'en' | 'fr' | 'id' | 'ja' | 'ko' | 'pt' | 'ro' | 'ru' | 'vi' | 'zh';
  /** On the server all, in the browser none. */
  export const lists: Partial<Record<Code, Titles>>;
  export function listOf(locale: Code): Promise<Titles>;
}
