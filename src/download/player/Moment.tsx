import type { StoryboardPicture } from './storyboard.ts';
import classes from './Moment.module.css';

type Props = {
  picture: StoryboardPicture | undefined;
  time: string;
  /** Title of the chapter; empty: there is none. */
  chapter: string;
  /** How far in the film it is, between 0 and 1. */
  share: number;
};

/** What is at a moment of a film. Hidden from readers of the screen: the slider that is moved says the same of itself. */
export function Moment({ picture, time, chapter, share }: Props) {
  return (
    <div className={classes.moment} style={{ '--share': share }} aria-hidden="true">
      {picture && (
        <div
          className={classes.picture}
          style={{
            inlineSize: picture.widthPx,
            blockSize: picture.heightPx,
            backgroundImage: `url("${picture.sheet}")`,
            backgroundPosition: `-${picture.x}px -${picture.y}px`,
          }}
        />
      )}
      <span className={classes.text}>
        {time}
        {chapter !== '' && (
          <>
            {' '}
            · <bdi>{chapter}</bdi>
          </>
        )}
      </span>
    </div>
  );
}
