import { chooseColorScheme, chosenScheme, isColorScheme } from './color-scheme.ts';

const CHOICES = 'input[data-scheme-choice]';

/**
 * Has the toolbar's choice of light and dark say what holds, and do what is chosen. Loaded with the first menu that opens: a choice made
 * before that is kept.
 */
export function offerThemes(): void {
  const early = choices().find(({ checked, defaultChecked }) => checked && !defaultChecked);
  if (early) choose(early);
  showChoice();
  // Each time, since the menus are made anew in another language.
  document.addEventListener('toggle', showChoice, { capture: true });
  addEventListener('storage', showChoice);
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(CHOICES)) choose(target);
  });
}

function choices(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(CHOICES)];
}

function choose({ value }: HTMLInputElement): void {
  if (isColorScheme(value)) chooseColorScheme(value);
}

function showChoice(): void {
  const chosen = chosenScheme();
  for (const choice of choices()) choice.checked = choice.value === chosen;
}
