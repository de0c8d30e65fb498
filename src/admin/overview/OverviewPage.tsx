import { NowSection } from './NowSection.tsx';
import { PastSection } from './PastSection.tsx';

/** How the site does, and did. */
export function OverviewPage() {
  return (
    <>
      <NowSection />
      <PastSection />
    </>
  );
}
