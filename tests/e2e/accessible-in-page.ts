/** What an end-to-end test has the browser find out about a page. These functions run in the page and know nothing outside themselves. */

/** What a finger would miss. Links within a sentence are exempt, and so is what is reached by its label. */
export function smallTargets(minimumPx: number): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [role="tab"]',
  );
  return [...targets].flatMap((element) => {
    const label = (element as HTMLInputElement).labels?.[0];
    const area = [element, ...(label?.contains(element) ? [label] : [])].map((target) =>
      target.getBoundingClientRect(),
    );
    const { width, height } = {
      width: Math.max(...area.map((box) => box.width)),
      height: Math.max(...area.map((box) => box.height)),
    };
    const style = getComputedStyle(element);
    const isHidden =
      !element.checkVisibility({ visibilityProperty: true }) || element.getBoundingClientRect().width <= 1;
    const isInText = element.matches('a') && style.display === 'inline';
    const isBig = width >= minimumPx && height >= minimumPx;
    return isHidden || isInText || isBig
      ? []
      : [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`];
  });
}

/** What is said by nothing but the tooltip of a pointer that rests on it. */
export function tooltipsAlone(): string[] {
  const words = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  return [...document.querySelectorAll<HTMLElement>('[title]:not(iframe)')]
    .filter((element) => !words(`${element.textContent} ${element.ariaLabel}`).includes(words(element.title)))
    .map((element) => element.outerHTML.slice(0, 120));
}

/** What looks the same with the focus as without. A control that is hidden for its label's sake shows it on what stands beside or around it. */
export function withoutVisibleFocus(): string[] {
  const selector =
    'a[href], button:not(:disabled), input:not(:disabled, [type="range"]), select, textarea, summary, [tabindex="0"]';
  const look = (element: HTMLElement) =>
    [element, element.parentElement, element.nextElementSibling]
      .map((part) => {
        if (!part) return '';
        const { outline, boxShadow, borderColor, backgroundColor, textDecoration } = getComputedStyle(part);
        return [outline, boxShadow, borderColor, backgroundColor, textDecoration].join(' ');
      })
      .join('|');
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter(
      (element) =>
        element.isConnected && element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
    )
    .flatMap((element) => {
      element.blur();
      const before = look(element);
      element.focus({ preventScroll: true });
      const isShown = document.activeElement !== element || look(element) !== before;
      return isShown ? [] : [element.outerHTML.slice(0, 120)];
    });
}

/** Why an element with the focus may look as one without. */
export function howItStands(element: HTMLElement): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(x + width / 2, y + height / 2);
  return JSON.stringify({
    element: element.outerHTML.slice(0, 200),
    hasFocus: document.activeElement === element && document.hasFocus(),
    isFocusVisible: element.matches(':focus-visible'),
    place: [x, y, width, height],
    above: above?.outerHTML.slice(0, 100),
  });
}

/** Groups in which what is chosen looks like what is not. */
export function choicesThatLookAlike(): string[] {
  const look = (input: HTMLInputElement) => {
    const own = getComputedStyle(input);
    if (own.appearance !== 'none' && input.getBoundingClientRect().width > 1 && own.opacity !== '0')
      return 'drawn by the browser';
    const beside = input.nextElementSibling;
    const { color, backgroundColor, outlineStyle, borderColor, borderWidth, fontWeight } = getComputedStyle(
      beside ?? input,
    );
    return [color, backgroundColor, outlineStyle, borderColor, borderWidth, fontWeight].join(' ');
  };
  const groups = new Map<string, HTMLInputElement[]>();
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="radio"]')) {
    groups.set(input.name, [...(groups.get(input.name) ?? []), input]);
  }
  const inputs = [...groups].flatMap(([name, inputs]) => {
    const looks = (isChecked: boolean) => inputs.filter(({ checked }) => checked === isChecked).map(look);
    const [chosen, others] = [looks(true)[0], looks(false)];
    return chosen && chosen !== 'drawn by the browser' && others.includes(chosen) ? [name] : [];
  });
  // Of tabs, heavier letters alone are too little: there may be two, and who sees one knows no other.
  const lookOfTab = (tab: Element) => {
    const { color, backgroundColor, outlineStyle, borderWidth } = getComputedStyle(tab);
    return [color, backgroundColor, outlineStyle, borderWidth].join(' ');
  };
  const tabs = [...document.querySelectorAll('[role="tablist"]')].flatMap((list) => {
    const looks = (isSelected: boolean) =>
      [...list.querySelectorAll(`[role="tab"][aria-selected="${isSelected}"]`)].map(lookOfTab);
    const [selected, others] = [looks(true)[0], looks(false)];
    return selected && others.includes(selected) ? [list.textContent] : [];
  });
  return [...inputs, ...tabs];
}
