import classes from './Facts.module.css';

type Props = {
  /** As the site's lamps know it; `working` is what all others are not. */
  state: 'working' | 'degraded' | 'unavailable' | 'off';
  children: string;
};

/** How something does, as a dot of its colour and a word, which stay together. */
export function Lamp({ state, children }: Props) {
  return (
    <span className={classes.lamp} data-state={state}>
      <span className="lamp" aria-hidden="true" />
      {children}
    </span>
  );
}
