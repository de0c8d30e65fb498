import { createTheme } from '@mantine/core';
import { theme } from '#/site/theme/theme.ts';
import classes from './theme.module.css';

type Props = { variant?: string; error?: unknown };

/** Heights of controls, 44 px and 32 px where letters are 16 px: they grow with the browser's letters. */
const CONTROL = '2.75rem';
const SMALL_CONTROL = '2rem';

/**
 * How Mantine's parts look on the pages of accounts and of operators and in the sign-in dialog. What depends on how a part stands or is
 * used is in pages/theme.css. Public pages do without: they have few of these parts, and load none of this.
 */
export const accountTheme = createTheme({
  ...theme,
  components: {
    Button: {
      classNames: { root: classes.button, label: classes.label },
      vars: (_: unknown, { variant }: Props) => ({
        root: {
          '--button-fz': 'var(--text-control)',
          '--button-height-xs': SMALL_CONTROL,
          '--button-height-compact-sm': SMALL_CONTROL,
          '--button-height-compact-md': SMALL_CONTROL,
          '--button-height-sm': CONTROL,
          '--button-height-md': CONTROL,
          '--button-padding-x-xs': '12px',
          // Without a background, its text is in line with those around it.
          ...(variant === 'subtle' && { '--button-padding-x': '8px' }),
        },
      }),
    },
    Input: {
      classNames: { input: classes.input },
      vars: (_: unknown, { error }: Props) => ({
        wrapper: {
          '--input-bg': 'var(--surface)',
          '--input-height-sm': CONTROL,
          '--input-height-md': CONTROL,
          '--input-padding': '12px',
          // The line around a field with a problem is the problem's.
          ...(!error && { '--input-bd': 'var(--control-line)' }),
        },
      }),
    },
    // Nearer, the ring around a field that has the focus would touch it.
    InputWrapper: {
      // Below its field a hint does not move it: fields beside each other stay in line.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBlockEnd: '8px', fontSize: 'var(--text-control)' }, description: { lineHeight: '1.4' } },
    },
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
