import { Bank, Ferry, Hull, Scene, Water } from './Scene.tsx';

/** Nothing to carry: the ferry lies at its bank. */
export function EmptyScene() {
  return (
    <Scene>
      <Bank x={28} />
      <Bank x={292} />
      <path d="M28 76c88 34 176 34 264 0" />
      <path d="M90 104v46" strokeDasharray="1 6" />
      <Hull x={90} />
      <Ferry x={90} y={95} />
      <Water />
    </Scene>
  );
}
