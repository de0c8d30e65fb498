/** Properties of an element whose served content React shall keep. */
export const KEEP_SERVED_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;
