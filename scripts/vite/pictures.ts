import type { Plugin } from 'vite';
import { makePictures, type SitePictures } from '../pictures/pictures.ts';

const MODULE = 'virtual:cards';

/** Adds the icons and cards to what the site serves, and tells the server the cards' addresses. In development there are none. */
export function pictures(): Plugin {
  let isBuild = false;
  let made: Promise<SitePictures> | undefined;
  return {
    name: 'pictures',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async buildStart() {
      if (!isBuild || this.environment.name !== 'client') return;
      const { files } = await (made ??= makePictures());
      for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source });
    },
    resolveId: (id) => (id === MODULE ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const cards = isBuild ? (await (made ??= makePictures())).cards : {};
      return `export const cards = ${JSON.stringify(cards)};`;
    },
  };
}
