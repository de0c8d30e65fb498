import { createFileRoute } from '@tanstack/react-router';
import { m } from '#/language/paraglide/messages.js';

export const Route = createFileRoute('/{-$lang}/')({ component: () => <h1>{m.site_home()}</h1> });
