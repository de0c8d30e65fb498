import { Button } from '@mantine/core';
import { useState } from 'react';
import { m as text } from '../texts/paraglide/messages.js';
import classes from './AccountForm.module.css';

/** Copies a text, and says so on itself: COPY, then COPIED. */
export function CopyButton({ value }: { value: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
      setRefused(false);
    } catch {
      // The browser may forbid it, and has no clipboard at all where the page came by plain http.
      setRefused(true);
    }
  };
  return (
    <div>
      <Button variant="default" size="sm" aria-live="polite" onClick={() => void copy()}>
        {copied === value ? text.copied() : text.copy()}
      </Button>
      {isRefused && (
        <p role="alert" className={classes.problem}>
          {text.copy_failed()}
        </p>
      )}
    </div>
  );
}
