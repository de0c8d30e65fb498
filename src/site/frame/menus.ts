import { offerThemes } from '../theme/choose-theme.ts';
import { closeMenus } from './close-menus.ts';

/** What the toolbar's menus do beside opening, which the browser does. Loaded with the first that opens. */
export function serveMenus(): void {
  closeMenus();
  offerThemes();
}
