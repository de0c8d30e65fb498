import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_OPERATOR } from '#/model/operator.ts';
import { DocumentContext } from '../document-context.ts';
import { IfContact, OperatorContact } from './Operator.tsx';

const show = (email: string | null) =>
  render(
    <DocumentContext value={{ locale: 'en', changedFacts: {}, operator: { ...NO_OPERATOR, email } }}>
      <p>
        The operator can let you in.
        <IfContact kind="general">
          {' '}
          Write to <OperatorContact kind="general" />.
        </IfContact>
      </p>
    </DocumentContext>,
  ).container.textContent;

test('nobody is told to write to an address that there is not', () => {
  expect(show(null)).toBe('The operator can let you in.');
  expect(show('desk@operator.example')).toBe('The operator can let you in. Write to desk@operator.example.');
});
