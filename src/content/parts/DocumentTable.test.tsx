import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DocumentTable } from './DocumentTable.tsx';
import { FormatList } from './FormatList.tsx';

const labelsOf = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.dataset['label']);

test('each cell has the name of its column, also where that is more than a text', () => {
  render(
    <DocumentTable>
      <thead>
        <tr>
          <th>Name</th>
          <th>
            How <em>long</em>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>visitor</td>
          <td>A year</td>
        </tr>
      </tbody>
    </DocumentTable>,
  );
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'How long']);
  expect(labelsOf(screen.getAllByRole('row')[1])).toEqual(['Name', 'How long']);
});

test('what spans several rows takes no other’s name away', () => {
  render(<FormatList />);
  expect(screen.getAllByRole('rowheader')).toHaveLength(4);
  for (const row of screen.getAllByRole('row').slice(1)) expect(labelsOf(row)).toEqual(['File', 'Possible codecs']);
});
