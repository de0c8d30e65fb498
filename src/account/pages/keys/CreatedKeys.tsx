import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { CreatedApiKey } from '#/model/api-key.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import { focusForOnce } from '#/site/browser/focus.ts';
import { CopyButton } from '../../forms/CopyButton.tsx';
import parts from '../parts.module.css';
import classes from './Keys.module.css';

type CreatedKeysProps = {
  /** The newest first. */
  created: readonly CreatedApiKey[];
  /** One of them was copied, and these are left. */
  onLeft: (left: readonly CreatedApiKey[]) => void;
};

/** The one time that keys are seen: each until whoever made it says that it was copied. */
export function CreatedKeys({ created, onLeft }: CreatedKeysProps) {
  return created.map((one) => (
    <CreatedKey key={one.key.id} created={one} onDone={() => onLeft(created.filter((other) => other !== one))} />
  ));
}

type Props = { created: CreatedApiKey; onDone: () => void };

/** The focus comes here, since the form that made it is elsewhere. */
function CreatedKey({ created: { key, secret, webhookSecret }, onDone }: Props) {
  const id = useElementId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.created} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {m.account_keys_created({ name: key.name })}
      </h2>
      <p>{m.account_keys_once()}</p>
      <Secret label={m.account_keys_secret()} value={secret} />
      {webhookSecret !== null && <Secret label={m.account_keys_webhook_secret()} value={webhookSecret} />}
      <div className={parts.actions}>
        <Button
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            onDone();
          }}
        >
          {m.account_keys_done()}
        </Button>
      </div>
    </section>
  );
}

/** Brings the focus from a key that goes to another that is still shown, or to what follows. */
function focusBeside(button: Element): void {
  const gone = button.closest('section');
  const others = [gone?.previousElementSibling, gone?.nextElementSibling];
  const other = others.find((beside) => beside?.classList.contains(classes.created ?? '')) ?? gone?.nextElementSibling;
  const heading = other?.querySelector<HTMLElement>('h2, [tabindex="-1"]');
  if (heading) focusForOnce(heading);
}

function Secret({ label, value }: { label: string; value: string }) {
  const id = useElementId();
  return (
    <div className={`cluster ${classes.secret}`}>
      <span id={id}>{label}</span>
      <code aria-labelledby={id} translate="no">
        {value}
      </code>
      <CopyButton value={value} />
    </div>
  );
}
