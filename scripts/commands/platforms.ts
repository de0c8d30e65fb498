/** The local replicas of the platforms by themselves; `npm run demo` starts the site beside them. */
await import('../platforms.ts');
