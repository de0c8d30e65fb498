/** The local replicas of the platforms by themselves; `npm run demo` starts the site beside them. */
import '../platforms.ts';
