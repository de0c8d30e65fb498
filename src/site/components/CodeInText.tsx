type Props = {
  text: string;
  /** What is code, as its one group. */
  names: RegExp;
};

/** A sentence in which names that are written as they are stand in the letters of code. */
export function CodeInText({ text, names }: Props) {
  return text.split(names).map((part, at) =>
    at % 2 === 1 ? (
      // Parts of one text never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={at}>{part}</code>
    ) : (
      part
    ),
  );
}
