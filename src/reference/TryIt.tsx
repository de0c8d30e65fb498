import { useHydrated } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import type { OperationId, ReferenceOperation } from '#/model/api-reference.ts';
import { callOperation, type TriedAnswer } from './call-operation.ts';
import classes from './reference.module.css';

/** What the form says, in the language of the page: its texts come with its data, so that no other has to be loaded for it. */
export type TryTexts = {
  title: string;
  intro: string;
  operation: string;
  key: string;
  body: string;
  send: string;
  answer: string;
  none: string;
  operations: Record<OperationId, string>;
};

type Props = { operations: readonly ReferenceOperation[]; texts: TryTexts };

/** What a page can show: no bytes, and nothing that does not end. */
const isShort = ({ answers: [first] }: ReferenceOperation) =>
  first?.contentType === 'application/json' || first?.status === 204;

/** Calls the own server by what the visitor chooses. The key is kept nowhere but in this component. */
export function TryIt({ operations, texts }: Props) {
  const isHydrated = useHydrated();
  const choices = operations.filter(isShort);
  const [id, setId] = useState<OperationId>('getPlatforms');
  const [answer, setAnswer] = useState<TriedAnswer | 'asked' | 'none' | null>(null);
  const operation = choices.find((choice) => choice.id === id);
  if (!operation) return null;
  const { parameters, body, action } = operation;

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setAnswer('asked');
    const fields = new FormData(event.currentTarget);
    setAnswer(operation ? ((await callOperation(operation, fields)) ?? 'none') : 'none');
  }

  return (
    <section className={`card ${classes.tryIt}`} aria-labelledby="try-it">
      <h2 id="try-it">{texts.title}</h2>
      <p>{texts.intro}</p>
      <form onSubmit={send} autoComplete="off">
        <label>
          {texts.operation}
          <select
            value={id}
            onChange={({ currentTarget }) => {
              setId(currentTarget.value as OperationId);
              setAnswer(null);
            }}
          >
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {`${texts.operations[choice.id]} – ${choice.method} ${choice.path}`}
              </option>
            ))}
          </select>
        </label>
        {/* What is typed into it stays while the operation changes. */}
        <label hidden={action === null}>
          {texts.key}
          <input name="key" type="password" autoComplete="off" spellCheck={false} />
        </label>
        {parameters.map(({ name, in: place, example, isRequired }) => (
          <label key={`${id} ${name}`}>
            <code>{name}</code>
            <input name={`${place} ${name}`} defaultValue={isRequired ? (example ?? '') : ''} required={isRequired} />
          </label>
        ))}
        {body && (
          <label key={`${id} body`}>
            {texts.body}
            <textarea name="body" rows={6} spellCheck={false} defaultValue={body.example} />
          </label>
        )}
        <button type="submit" disabled={!isHydrated || answer === 'asked'}>
          {texts.send}
        </button>
      </form>
      <div aria-live="polite">
        {answer === 'none' && <p>{texts.none}</p>}
        {answer !== null && typeof answer === 'object' && <Told answer={answer} title={texts.answer} />}
      </div>
    </section>
  );
}

function Told({ answer: { status, headers, body }, title }: { answer: TriedAnswer; title: string }) {
  return (
    <figure className={classes.code}>
      <figcaption>
        {title} <b>{status}</b>
      </figcaption>
      {/* It scrolls, so that it must be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{`${headers}\n\n${body}`}</code>
      </pre>
    </figure>
  );
}
