import { createTheme } from '@mantine/core';
import { theme } from '#/site/theme/theme.ts';

type Props = { variant?: string; error?: unknown };

/**
 * How Mantine's parts look on the pages of accounts and of operators and in the sign-in dialog. What depends on how a part stands or is
 * used is in pages/theme.css. Public pages do without: they have few of these parts, and load none of this.
 */
export const accountTheme = createTheme({
  ...theme,
  components: {
    Button: {
      // Without a background, its text is in line with those around it.
      vars: (_: unknown, { variant }: Props) => ({ root: variant === 'subtle' ? { '--button-padding-x': '8px' } : {} }),
    },
    Input: {
      // The line around a field with a problem is the problem's.
      vars: (_: unknown, { error }: Props) => ({
        wrapper: { '--input-bg': 'var(--surface)', ...(!error && { '--input-bd': 'var(--control-line)' }) },
      }),
    },
    // Nearer, the ring around a field that has the focus would touch it.
    InputWrapper: { styles: { label: { marginBlockEnd: '6px', fontSize: '15px' } } },
    Checkbox: { defaultProps: { size: 'md', radius: 'xs' } },
    Switch: { defaultProps: { size: 'md', withThumbIndicator: false } },
    Table: {
      defaultProps: {
        verticalSpacing: '8px',
        horizontalSpacing: '12px',
        borderColor: 'var(--hairline)',
        tabularNums: true,
      },
    },
  },
});
