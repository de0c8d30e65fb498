/** By name, and not as one object: so the build writes each into the code that has it, and every page is spared the rest. */
export const chevron: string;
export const edged: string;
export const entry: string;
export const notice: string;
export const pending: string;
export const progress: string;
export const segments: string;
export const sheet: string;
export const spoken: string;
export const thumbnail: string;
