import { example } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import classes from './Demo.module.css';

/**
 * A crossing, as long as nothing is in the queue: a link leaves one bank, the line fills, a file lands on the other. The words beside it say
 * the same, and an example puts its link into the field (src/download/form/example.ts); where no script runs, it is read. It moves by style alone, stops where it is asked to, and stands still at its end for whoever wants no motion.
 */
export function Demo() {
  return (
    <section className={classes.demo} aria-labelledby="works">
      <div className={classes.stage}>
        <svg viewBox="0 0 640 220" aria-hidden="true" className={classes.picture}>
          <path d="M64 36v152M36 188h56M576 36v152M548 188h56" className={classes.bank} />
          <path
            d="M120 192h60M210 192h20M264 192h84M388 192h40M458 192h54M164 206h30M242 206h64M356 206h22"
            className={classes.water}
          />
          <path d={CROSSING} className={classes.wire} />
          <path d={CROSSING} pathLength="1" className={classes.filled} />
          <circle r="10" className={classes.ferry} />
          <g className={classes.link}>
            <rect x="24" y="112" width="204" height="52" rx="26" className={classes.paper} />
            <path
              d="M54 142l8-8M50 136l-4 4a6.5 6.5 0 0 0 9 9l4-4M66 140l4-4a6.5 6.5 0 0 0-9-9l-4 4"
              className={classes.sign}
            />
            <text x="84" y="144">
              youtu.be/watch
            </text>
          </g>
          <g className={classes.card}>
            <rect x="428" y="40" width="188" height="112" rx="16" className={classes.paper} />
            <rect x="442" y="54" width="76" height="52" rx="10" className={classes.picturePlace} />
            <path d="M474 69v22l17-11z" className={classes.play} />
            <text x="532" y="75" className={classes.strong}>
              1080p
            </text>
            <text x="532" y="100">
              MP4
            </text>
            <path d="M444 130h124" className={classes.bar} />
            <path d="M582 129l6 6 12-13" pathLength="1" className={classes.tick} />
          </g>
        </svg>
        <label className={classes.pause}>
          <input type="checkbox" aria-label={m.section_demo_pause()} />
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M5.5 4v8M10.5 4v8" className={classes.pauseSign} />
            <path d="M5 3.5v9l7-4.5z" className={classes.goSign} />
          </svg>
        </label>
      </div>
      <div className={classes.words}>
        <h2 id="works">{m.section_demo_heading()}</h2>
        <ol className="steps">
          <li>{m.section_demo_paste()}</li>
          <li>{m.section_demo_pick()}</li>
          <li>{m.section_demo_save()}</li>
        </ol>
        {example && (
          <p>
            <a
              href={`${localizePath('/', currentLocale())}?u=${encodeURIComponent(example.link)}`}
              rel="nofollow"
              data-example={example.link}
              className={classes.try}
            >
              {m.section_demo_try()}
            </a>{' '}
            <small lang="en">{example.credit}</small>
          </p>
        )}
      </div>
    </section>
  );
}

/** The curve of the mark, from bank to bank. */
const CROSSING = 'M64 138C250 138 230 84 350 84H576';
