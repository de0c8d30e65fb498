/** Made by scripts/vite/message-catalogue.ts: the messages of each language, in two parts. */
declare module 'virtual:message-catalogues' {
  type Load = () => Promise<Record<string, (inputs: unknown) => string>>;
  export const frame: Record<import('./locales.ts').Locale, Load>;
  export const rest: Record<import('./locales.ts').Locale, Load>;
}
