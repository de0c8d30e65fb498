/** Properties of an element whose served content React shall keep. */
export const AS_SERVED = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;
