import { createFileRoute, notFound } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$lang}/$')({
  loader: () => {
    throw notFound();
  },
});
