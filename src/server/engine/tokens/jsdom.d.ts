/** What is used of jsdom, which brings no types of its own. */
declare module 'jsdom' {
  export const VirtualConsole: new () => object;
  export class JSDOM {
    constructor(
      html: string,
      options: {
        url: string;
        referrer: string;
        pretendToBeVisual: boolean;
        resources: { userAgent: string };
        virtualConsole: object;
      },
    );
    readonly window: { document: object; location: object; origin: string; navigator: object };
  }
}
