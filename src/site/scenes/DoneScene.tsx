import { Bank, Ferry, Hull, Scene, Water } from './Scene.tsx';

/** Arrived: the ferry is at the other bank, and what it carried is whole. */
export function DoneScene() {
  return (
    <Scene>
      <Bank x={28} />
      <Bank x={292} />
      <path d="M28 112c80 0 66-52 142-52h122" stroke="var(--accent)" />
      <path d="M226 67v39" strokeDasharray="1 6" />
      <rect x="202" y="110" width="48" height="32" rx="6" />
      <path d="M217 126l6 6 12-13" stroke="var(--accent)" strokeWidth="3" />
      <Hull x={226} />
      <Ferry x={226} y={60} />
      <Water />
    </Scene>
  );
}
