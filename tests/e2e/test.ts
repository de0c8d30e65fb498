import { test as base, expect } from '@playwright/test';
import type { Locale } from '#/language/locales.ts';

type Messages = Record<string, (inputs?: Record<string, unknown>) => string>;

/** The texts of a language as the site compiled them, so that a test says what it expects by key. */
export async function messagesOf(locale: Locale): Promise<Messages> {
  return import(`../../src/language/paraglide/messages/${locale}.js`);
}

/** Path of a page in a language. */
export function pathIn(locale: Locale, path: string): string {
  if (locale === 'en') return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/**
 * Every test with a page fails on what a visitor's console would show: errors, warnings, hydration mismatches, uncaught exceptions – and on
 * any request to another origin. `expectedStatuses` allows the network errors a test provokes on purpose, `expectedText` what it has the site write there, and `isCutOff` those of a server that is
 * away. Tests that only ask for addresses open no page.
 */
export const test = base.extend<{ expectedStatuses: number[]; expectedText: string | null; isCutOff: boolean }>({
  expectedStatuses: [[], { option: true }],
  expectedText: [null, { option: true }],
  isCutOff: [false, { option: true }],
  page: async ({ page, baseURL, expectedStatuses, expectedText, isCutOff }, give) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // playwright.config.ts: it says so itself.
      if (message.text().startsWith('Service Worker registration blocked')) return;
      if (expectedText !== null && message.text().startsWith(expectedText)) return;
      if (isCutOff && /net::ERR_/.test(message.text())) return;
      const status = Number(/status of (\d+)/.exec(message.text())?.[1]);
      if (!expectedStatuses.includes(status)) problems.push(`${message.type()} on ${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`uncaught on ${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== new URL(baseURL ?? '').origin) {
        problems.push(`request to a foreign origin: ${url.origin}`);
      }
    });
    await give(page);
    expect(problems).toEqual([]);
  },
});

export { expect };
