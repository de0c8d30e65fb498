/** Made by scripts/vite/message-catalogue.ts: the messages of each language, in three parts. */
declare module 'virtual:message-catalogues' {
  type Load = () => Promise<Record<string, (inputs: unknown) => string>>;
  type Catalogues = Record<'en' | 'fr' | 'id' | 'ja' | 'ko' | 'pt' | 'ro' | 'ru' | 'vi' | 'zh', Load>;
  export const frame: Catalogues;
  export const admin: Catalogues;
  export const rest: Catalogues;
}
