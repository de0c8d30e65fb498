import { createServerPart } from '../serving/server-part.tsx';
// What stays as the server made it still needs its styles.
import './ThemeSwitch.module.css';

const Choice = createServerPart<object>(async () => (await import('./ThemeChoice.tsx')).ThemeChoice);
const Menu = createServerPart<object>(async () => (await import('./ThemeMenu.tsx')).ThemeMenu);

/** Has both there before the page speaks another language. */
export const preloadThemeSwitch = () => Promise.all([Choice.preload(), Menu.preload()]);

/**
 * Light, dark, or as the system has it: behind an icon, or open. It is served as HTML that shows the choice by the page's styles; what
 * happens when something is chosen comes with the first menu that is opened (choose-theme.ts).
 */
export function ThemeSwitch({ isOpen = false }: { isOpen?: boolean }) {
  return isOpen ? <Choice /> : <Menu />;
}
