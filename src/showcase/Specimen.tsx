import { Button } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './showcase.module.css';

/** Components of one kind. `name` is also the anchor, and what tests call it. */
export function SpecimenGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section id={name} className={classes.section} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <div className={classes.specimens}>{children}</div>
    </section>
  );
}

type SpecimenProps = {
  /** Which state it is in. Tests call the picture so (tests/screens/looks.ts). */
  name: string;
  /** As wide as the page, and not as what it shows. */
  isWide?: boolean;
  /** What it shows moves, follows the browser, or has letters of the system: no picture is compared. */
  isLoose?: boolean;
  children: ReactNode;
};

/** One component in one state. */
export function Specimen({ name, isWide = false, isLoose = false, children }: SpecimenProps) {
  return (
    <figure className={classes.specimen} data-wide={isWide || undefined}>
      <figcaption className={`fine-print ${classes.caption}`}>{name}</figcaption>
      <div className={classes.stage} data-specimen={name} data-loose={isLoose || undefined}>
        {children}
      </div>
    </figure>
  );
}

/** What is inside with its menu open, and in its place: above the page the browser shows one menu at a time. */
export function Opened({ children }: { children: ReactNode }) {
  return <div className={classes.opened}>{children}</div>;
}

/** What goes by itself, or stands above the page: it comes at the press of a button. */
export function Called({ label, children }: { label: string; children: (onClose: () => void) => ReactNode }) {
  const [isThere, setThere] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setThere(!isThere)}>
        {label}
      </Button>
      {isThere && children(() => setThere(false))}
    </>
  );
}

/** What is inside with all that folds laid open. */
export function Unfolded({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const fold of root.current?.querySelectorAll('details') ?? []) fold.open = true;
  }, []);
  return <div ref={root}>{children}</div>;
}
