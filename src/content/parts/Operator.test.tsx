import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_OPERATOR } from '#/model/operator.ts';
import { DocumentContext } from '../document-context.ts';
import { IfContact, OperatorContact } from './Operator.tsx';

const show = (email: string | null) =>
  render(
    <DocumentContext
      value={{ locale: 'en', changedFacts: {}, operator: { ...NO_OPERATOR, email }, securityContact: null }}
    >
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

test.each([
  [
    'mailto:security@operator.example',
    'desk@operator.example',
    'mailto:security@operator.example',
    'security@operator.example',
  ],
  [
    'mailto:holes@operator.example?subject=Hole',
    null,
    'mailto:holes@operator.example?subject=Hole',
    'holes@operator.example',
  ],
  ['https://operator.example/holes', null, 'https://operator.example/holes', 'https://operator.example/holes'],
  [null, 'desk@operator.example', 'mailto:desk@operator.example', 'desk@operator.example'],
])('of holes one tells whom security.txt names (%s), else the operator (%s)', (securityContact, email, href, text) => {
  render(
    <DocumentContext value={{ locale: 'en', changedFacts: {}, operator: { ...NO_OPERATOR, email }, securityContact }}>
      <OperatorContact kind="security" />
    </DocumentContext>,
  );
  const link = screen.getByRole('link');
  expect([link.getAttribute('href'), link.textContent]).toEqual([href, text]);
});

test('where there is nobody to tell of holes, that is said', () => {
  render(<OperatorContact kind="security" />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText(/no contact address/)).toBeDefined();
});
