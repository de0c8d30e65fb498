import type { ReactNode } from 'react';

/**
 * The frame of the site's illustrations, which are all of the mark's parts: two posts are the banks, the curve between them the ferry's wire,
 * the dot the ferry. Lines of 2px in the colour of the text around, and one accent (`--accent`). Without a style sheet, so that pages that
 * stand alone have them, too. They say nothing that the words beside them do not, and so they are silent.
 */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 320 200"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** A ferry on its wire, by its middle, with a box on it that says how far it is. */
export function CrossingScene({ x, children }: { x: number; children: ReactNode }) {
  return (
    <Scene>
      <Bank x={28} />
      <Bank x={292} />
      <path d="M28 112c80 0 66-52 142-52h122" stroke="var(--accent)" />
      <path d={`M${x} 67v39`} strokeDasharray="1 6" />
      <rect x={x - 24} y="110" width="48" height="32" rx="6" />
      {children}
      <Hull x={x} />
      <Ferry x={x} y={60} />
      <Water />
    </Scene>
  );
}

/** A bank: its post, and the ground it stands on. */
export function Bank({ x, height = 132 }: { x: number; height?: number }) {
  return <path d={`M${x} ${168 - height}V168M${x - 18} 168h36`} strokeWidth="4" />;
}

/** Water, as a few strokes of it. */
export function Water() {
  return (
    <path
      d="M68 178h34M122 178h10M160 178h44M226 178h22M92 188h18M134 188h40M204 188h12"
      stroke="var(--control-line)"
    />
  );
}

/** The ferry's hull, by its middle, at the water. */
export function Hull({ x }: { x: number }) {
  return <path d={`M${x - 38} 150h76l-10 18h-56z`} />;
}

/** The dot that runs on the wire. */
export function Ferry({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="7" fill="var(--accent)" stroke="none" />;
}
