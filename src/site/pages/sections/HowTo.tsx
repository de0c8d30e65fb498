import { m } from '#/language/paraglide/messages.js';
import classes from './HowTo.module.css';

/** The devices with steps of their own, and what a style sheet knows each by. */
const DEVICES = ['computer', 'android', 'iphone'] as const;

/**
 * How to download, in tabs by device, that of the visitor first. Tabs of style alone: as long as nothing is chosen, the style sheet shows what
 * is for a device such as this one, and so the page that everybody is served is the same.
 * @param platform as it is called
 */
export function HowTo({ platform }: { platform: string }) {
  const texts = {
    computer: {
      title: m.section_how_computer(),
      steps: [m.section_how_computer_1(), m.section_how_computer_2(), m.section_how_computer_3()],
    },
    android: {
      title: m.section_how_android(),
      steps: [m.section_how_android_1({ platform }), m.section_how_android_2(), m.section_how_android_3()],
    },
    iphone: {
      title: m.section_how_iphone(),
      steps: [m.section_how_iphone_1({ platform }), m.section_how_iphone_2(), m.section_how_iphone_3()],
    },
  };
  return (
    <section className={classes.how} aria-labelledby="how">
      <h2 id="how">{m.section_how_heading()}</h2>
      <fieldset className={`segments ${classes.devices}`} aria-labelledby="how">
        {DEVICES.map((device) => (
          <label key={device} data-device={device}>
            <input type="radio" name="device" value={device} />
            <span>{texts[device].title}</span>
          </label>
        ))}
      </fieldset>
      {DEVICES.map((device) => (
        <div key={device} className={classes.panel} data-device={device}>
          <h3 className="spoken">{texts[device].title}</h3>
          <ol className="steps">
            {texts[device].steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
