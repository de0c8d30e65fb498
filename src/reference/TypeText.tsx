/** Strings are values; capitalised words are names of shapes. */
const PARTS = /("[^"]*"|\b[A-Z]\w*)/;

/** A type, in which the name of each shape leads to what it is. */
export function TypeText({ type }: { type: string }) {
  return (
    <code>
      {type.split(PARTS).map((part, at) =>
        /^[A-Z]/.test(part) && part !== 'Record' ? (
          // Parts of one text never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <a key={at} href={`#shape-${part}`}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </code>
  );
}
