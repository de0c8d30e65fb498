import { Link } from '@tanstack/react-router';
import { platforms } from '#app.config';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { PlatformMark } from '../../components/PlatformMark.tsx';
import classes from './sections.module.css';

/** The platforms as large links. */
export function OtherPlatforms({ except }: { except?: Platform }) {
  return (
    <ul className={classes.platforms}>
      {PLATFORMS.filter((platform) => platform !== except).map((platform) => (
        <li key={platform}>
          <Link
            to="/{-$lang}/$platform"
            params={(before) => ({ ...before, platform })}
            className={`card ${classes.platform}`}
          >
            <PlatformMark platform={platform} />
            {platforms[platform].name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
