/** Has the browser save something that was made in the page. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Safari reads it only after the click, and on a phone after its question.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
