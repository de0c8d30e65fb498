import { CrossingScene } from './Scene.tsx';

/** Under way: a film on the ferry, and the ferry on its wire. */
export function HomeScene() {
  return (
    <CrossingScene x={170}>
      <path d="M165 119v14l12-7z" fill="var(--accent)" stroke="none" />
    </CrossingScene>
  );
}
