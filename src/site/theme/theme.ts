import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
  type VariantColorResolverResult,
} from '@mantine/core';
import { breakpoints } from '#app.config';

/** Deep water teal, from the palest to the darkest; 6 is the accent on paper, 3 the accent on night. */
const water: MantineColorsTuple = [
  'oklch(97% .015 205)',
  'oklch(93% .035 203)',
  'oklch(86% .07 201)',
  'oklch(78% .10 200)',
  'oklch(70% .11 201)',
  'oklch(60% .11 203)',
  'oklch(50% .10 205)',
  'oklch(43% .09 207)',
  'oklch(36% .07 209)',
  'oklch(28% .05 211)',
];

const NO_BORDER = '1px solid transparent';

/** Buttons by which something is lost, `color="danger"`, by their variant: red where that is confirmed, before only under the pointer. */
const DANGER: Record<string, VariantColorResolverResult> = {
  filled: {
    background: 'var(--danger)',
    hover: 'color-mix(in oklch, var(--danger) 90%, var(--mantine-color-text))',
    color: 'var(--mantine-color-body)',
    border: NO_BORDER,
  },
  default: {
    background: 'var(--mantine-color-default)',
    hover: 'var(--danger-soft)',
    color: 'var(--mantine-color-default-color)',
    hoverColor: 'var(--danger)',
    border: '1px solid var(--mantine-color-default-border)',
  },
  subtle: {
    background: 'transparent',
    hover: 'var(--danger-soft)',
    color: 'var(--mantine-color-anchor)',
    hoverColor: 'var(--danger)',
    border: NO_BORDER,
  },
};

/** Mantine's own colours, but for what is written on the accent, and without a background. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const danger = input.color === 'danger' && DANGER[input.variant];
  if (danger) return danger;
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === 'filled') return { ...colors, color: 'var(--on-accent)' };
  if (input.variant === 'subtle') return { ...colors, color: 'var(--mantine-color-anchor)' };
  return colors;
};

const em = (widthPx: number) => `${widthPx / 16}em`;

/** Colours, type, radius and space as the design has them; components take all of it from here. */
export const theme = createTheme({
  colors: { water },
  variantColorResolver,
  primaryColor: 'water',
  primaryShade: { light: 6, dark: 3 },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.4', xl: '1.15' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '750',
    sizes: {
      h1: { fontSize: '2.5rem', lineHeight: '1.15' },
      h2: { fontSize: '1.75rem', lineHeight: '1.15' },
      h3: { fontSize: '1.25rem', lineHeight: '1.25' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: {
    xs: em(360),
    sm: em(breakpoints.sm),
    md: em(breakpoints.md),
    lg: em(breakpoints.lg),
    xl: em(breakpoints.xl),
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
});

/**
 * Type, widths and colour roles of both themes. Paper is `--mantine-color-body`, raised `--surface`, sunken `--surface-sunken`, ink
 * `--mantine-color-text`, the second ink `--mantine-color-dimmed`. The accent is for the primary action and for progress alone,
 * `--accent-soft` for what is selected.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    // The scale of type, which grows with the browser's own letters. What is read at length has 17 px, what stands in controls 15.
    '--text-note': '0.8125rem',
    '--text-control': '0.9375rem',
    '--text-body': '1.0625rem',
    '--text-lead': '1.25rem',
    '--text-section': '1.75rem',
    '--text-title': '2.5rem',
    '--text-hero': '3.5rem',
    '--weight-body': '450',
    '--weight-control': '600',
    '--weight-heading': '750',
    // One width for header, body and footer.
    '--container': '1200px',
    '--gutter': 'clamp(16px, 2.5vw, 24px)',
    '--section-gap': 'clamp(56px, 8vw, 96px)',
    '--control-small': '32px',
    '--control': '44px',
    '--control-large': '56px',
    '--motion': '160ms ease-out',
    // The night water behind the hero is the same in both themes.
    '--night': 'oklch(24% .045 215)',
    '--on-night': 'oklch(97% .008 205)',
    '--on-night-2': 'oklch(82% .025 205)',
    '--night-line': 'oklch(42% .05 212)',
    '--night-accent': 'oklch(78% .10 200)',
    '--night-signal': 'oklch(83% .12 80)',
    '--night-danger': 'oklch(76% .13 25)',
    '--night-done': 'oklch(79% .13 152)',
  },
  light: {
    '--mantine-color-body': 'oklch(98.5% .004 200)',
    '--mantine-color-text': 'oklch(24% .02 220)',
    '--mantine-color-dimmed': 'oklch(46% .02 220)',
    '--mantine-color-placeholder': 'oklch(50% .02 220)',
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-success': 'var(--done)',
    '--mantine-color-disabled': 'var(--surface-sunken)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dimmed)',
    '--surface': 'oklch(100% 0 0)',
    '--surface-sunken': 'oklch(96% .007 205)',
    '--hairline': 'oklch(88% .012 210)',
    '--control-line': 'oklch(60% .02 215)',
    '--accent': 'oklch(50% .10 205)',
    '--accent-soft': 'oklch(94% .03 203)',
    '--on-accent': 'oklch(100% 0 0)',
    '--signal': 'oklch(50% .11 65)',
    '--signal-soft': 'oklch(95% .05 85)',
    '--danger': 'oklch(50% .19 27)',
    '--danger-soft': 'oklch(96% .02 27)',
    '--done': 'oklch(47% .12 150)',
    '--shadow': '0 12px 40px oklch(24% .02 220 / .14)',
  },
  dark: {
    '--mantine-color-body': 'oklch(19% .015 220)',
    '--mantine-color-text': 'oklch(93% .01 210)',
    '--mantine-color-dimmed': 'oklch(73% .015 215)',
    '--mantine-color-placeholder': 'oklch(68% .015 215)',
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-success': 'var(--done)',
    '--mantine-color-disabled': 'var(--surface-sunken)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dimmed)',
    '--mantine-color-default': 'oklch(25% .018 220)',
    '--mantine-color-default-hover': 'oklch(29% .02 220)',
    '--mantine-color-default-border': 'oklch(40% .02 218)',
    '--surface': 'oklch(23% .017 220)',
    '--surface-sunken': 'oklch(16.5% .014 220)',
    '--hairline': 'oklch(33% .018 220)',
    '--control-line': 'oklch(58% .02 215)',
    '--accent': 'oklch(78% .10 200)',
    '--accent-soft': 'oklch(29% .04 207)',
    '--on-accent': 'oklch(20% .03 215)',
    '--signal': 'oklch(83% .12 80)',
    '--signal-soft': 'oklch(29% .04 75)',
    '--danger': 'oklch(76% .13 25)',
    '--danger-soft': 'oklch(27% .05 25)',
    '--done': 'oklch(79% .13 152)',
    '--shadow': '0 12px 40px oklch(0% 0 0 / .5)',
  },
});
