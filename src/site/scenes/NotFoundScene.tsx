import { Bank, Ferry, Hull, Scene, Water } from './Scene.tsx';

/** The wire leads to a bank that is not there. */
export function NotFoundScene() {
  return (
    <Scene>
      <Bank x={28} />
      <path d="M292 36v132M274 168h36" strokeDasharray="1 9" />
      <path d="M28 96c66 0 62-40 118-40h30c22 0 34 8 34 22s-22 18-26 4 14-18 26-12" stroke="var(--accent)" />
      <path d="M140 64v86" strokeDasharray="1 6" />
      <Hull x={140} />
      <Ferry x={140} y={56} />
      <Water />
    </Scene>
  );
}
