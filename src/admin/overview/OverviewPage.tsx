import { MissingSection } from './MissingSection.tsx';
import { NowSection } from './NowSection.tsx';
import { PastSection } from './PastSection.tsx';
import { TroubleSection } from './TroubleSection.tsx';

/** What is wrong now, how the platforms did, how the server does, and what is missing for a public site. */
export function OverviewPage() {
  return (
    <>
      <TroubleSection />
      <PastSection />
      <NowSection />
      <MissingSection />
    </>
  );
}
