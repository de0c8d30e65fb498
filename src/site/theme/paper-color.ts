/** The paper of both themes (src/site/theme/theme.ts), in the notation that programs beside the page's own styles read. */
export const PAPER_COLOR = { light: '#f7fbfb', dark: '#0c1518' } as const;
