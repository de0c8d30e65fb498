import { useHref } from './link-query.ts';
import type { FileButtonProps } from './FileButton.tsx';
import classes from './FormatTable.module.css';

type Props = Pick<FileButtonProps, 'links' | 'download' | 'children'> & {
  label: string;
  /** Id of a form whose choice goes into the link; undefined: there is nothing to choose. */
  form: string | undefined;
};

/** A link to a file as the server renders it in a table of many: a few bytes, since without a script it can do nothing else. */
export function PlainButton({ links, download: { formatId, query }, label, form, children }: Props) {
  const href = useHref(links);
  return form === undefined ? (
    <a className={classes.plain} href={href(formatId, query)} download aria-label={label}>
      {children}
    </a>
  ) : (
    <button type="submit" className={classes.plain} form={form} formAction={href(formatId)} aria-label={label}>
      {children}
    </button>
  );
}
