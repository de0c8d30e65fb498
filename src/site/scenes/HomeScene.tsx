import { Bank, Ferry, Hull, Scene, Water } from './Scene.tsx';

/** Under way: a film on the ferry, and the ferry on its wire. */
export function HomeScene() {
  return (
    <Scene>
      <Bank x={28} />
      <Bank x={292} />
      <path d="M28 112c80 0 66-52 142-52h122" stroke="var(--accent)" />
      <path d="M170 67v39" strokeDasharray="1 6" />
      <rect x="146" y="110" width="48" height="32" rx="6" />
      <path d="M165 119v14l12-7z" fill="var(--accent)" stroke="none" />
      <Hull x={170} />
      <Ferry x={170} y={60} />
      <Water />
    </Scene>
  );
}
