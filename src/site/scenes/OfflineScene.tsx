import { Bank, Ferry, Hull, Scene, Water } from './Scene.tsx';

/** The wire is broken, and the ferry waits. */
export function OfflineScene() {
  return (
    <Scene>
      <Bank x={28} />
      <Bank x={292} />
      <path d="M28 84c44 0 78 12 92 44M292 84c-44 0-78 6-96 30" />
      <path d="M150 100l6 12M166 92l-2 14M136 112l12 6" stroke="var(--accent)" />
      <path d="M80 102v48" strokeDasharray="1 6" />
      <Hull x={80} />
      <Ferry x={80} y={94} />
      <Water />
    </Scene>
  );
}
