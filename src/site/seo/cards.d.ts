/** Made by scripts/vite/pictures.ts: `<page>-<language>` → path of the picture that links to the page are shown with. */
declare module 'virtual:cards' {
  export const cards: Record<string, string>;
}
