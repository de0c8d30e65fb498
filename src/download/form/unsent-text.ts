let unsent = '';

/** What stands in the field and was not sent. It goes along when a step to another page takes the form away. */
export function unsentText(): string {
  return unsent;
}

export function keepUnsentText(text: string): void {
  unsent = text;
}
