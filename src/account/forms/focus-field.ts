/** Puts the focus into a field of a form; of a choice, where it is chosen. */
export function focusField(form: HTMLFormElement | null | undefined, name: string): void {
  const control = form?.elements.namedItem(name);
  const entry = control instanceof RadioNodeList ? chosenOf(control) : control;
  if (entry instanceof HTMLElement) entry.focus();
}

function chosenOf(choice: RadioNodeList): Node | undefined {
  return [...choice].find((one) => one instanceof HTMLInputElement && one.checked) ?? choice[0];
}
