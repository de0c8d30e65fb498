import type { ComponentProps } from 'react';
import { Sign, type SignName } from './Sign.tsx';
import classes from './IconButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'children'> & { sign: SignName; 'aria-label': string };

/** A button that is nothing but its sign. How large it is: `--icon-inline`, `--icon-block` and `--icon-sign` of its class. */
export function IconButton({ sign, className = '', ...props }: Props) {
  return (
    <button type="button" {...props} className={`${classes.button} ${className}`}>
      <Sign name={sign} />
    </button>
  );
}
