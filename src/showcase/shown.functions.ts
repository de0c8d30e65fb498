import { createServerFn } from '@tanstack/react-start';
import { server } from '#/server/index.ts';

/** Whether this installation shows its components: those of developers do. */
export const areComponentsShown = createServerFn({ method: 'GET' }).handler(
  async () => (await server()).areComponentsShown,
);
