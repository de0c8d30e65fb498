import { Bank, Ferry, Hull, Scene, Water } from './Scene.tsx';

/** The other bank is closed. */
export function PlatformDownScene() {
  return (
    <Scene>
      <Bank x={28} />
      <Bank x={292} />
      <path d="M28 112c80 0 66-44 142-44h122" />
      <rect x="238" y="112" width="72" height="24" rx="5" fill="var(--night)" />
      <path d="M250 136l14-24M272 136l14-24M294 136l10-18" stroke="var(--accent)" />
      <path d="M122 98v52" strokeDasharray="1 6" />
      <Hull x={122} />
      <Ferry x={122} y={89} />
      <Water />
    </Scene>
  );
}
