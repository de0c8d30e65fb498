import { createFileRoute } from '@tanstack/react-router';
import { isPlatform, type Platform } from '#/model/platform.ts';

export const Route = createFileRoute('/{-$lang}/$platform')({
  params: {
    parse: ({ platform }: { platform: string }): { platform: Platform } | false =>
      isPlatform(platform) ? { platform } : false,
    stringify: ({ platform }: { platform: Platform }) => ({ platform }),
  },
  component: PlatformPage,
});

function PlatformPage() {
  const { platform } = Route.useParams();
  return <h1>{platform}</h1>;
}
