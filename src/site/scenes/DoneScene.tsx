import { CrossingScene } from './Scene.tsx';

/** Arrived: the ferry is at the other bank, and what it carried is whole. */
export function DoneScene() {
  return (
    <CrossingScene x={226}>
      <path d="M217 126l6 6 12-13" stroke="var(--accent)" strokeWidth="3" />
    </CrossingScene>
  );
}
