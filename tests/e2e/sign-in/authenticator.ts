import { createHmac } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import jsQR from 'jsqr';
import type { Locale } from '#/language/locales.ts';
import { expectAccessible } from '../accessible.ts';
import { authenticatorTexts, expect, submitButton } from '../accounts.ts';
import { messagesOf, pathIn } from '../test.ts';

/**
 * In which the authenticator is gone through. In the others each screen is looked at once (authenticator-look.spec.ts), and that they have
 * all texts is a unit test's.
 */
export const SPOKEN = ['en'] as const satisfies readonly Locale[];

type Place = Page | Locator;
type Speak = Awaited<ReturnType<typeof authenticatorTexts>>;

/** Opens the account page in a language, and gives how the authenticator speaks there. */
export async function openIn(page: Page, language: Locale): Promise<Speak> {
  await page.goto(pathIn(language, '/account'));
  return authenticatorTexts(language);
}

/** Signs out by the account pages, which speak `language`. */
export async function signOut(page: Page, language: Locale): Promise<void> {
  const m = await messagesOf(language);
  await page.getByRole('button', { name: m['account_sign_out']?.() ?? '', exact: true }).click();
}

/** The screen with this title is shown. */
export async function expectScreen(place: Place, title: string): Promise<void> {
  await expect(place.getByRole('heading', { name: title, exact: true, level: 2 })).toBeVisible();
}

/** What the service refused stands right above the button, and nothing is pending any more. */
export async function expectRefused(place: Place, text: string): Promise<void> {
  await expect(place.locator('form[novalidate] [role="alert"]')).toHaveText(text);
  await expect(submitButton(place)).toBeEnabled();
}

/** The field that is named has this to say, and the button waits for it. */
export async function expectProblem(place: Place, name: string, text: string): Promise<void> {
  const field = place.locator(`input[name="${name}"]`);
  await field.blur();
  // After it come the rules of a new password.
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(text)}( |$)`));
  await expect(submitButton(place)).toBeDisabled();
}

/** The screen that is shown has no obstacle, and it fits into the window. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
}

/** Reads the QR code that is shown, as a telephone does: from its picture. */
export async function scanQr(page: Page): Promise<URL> {
  const png = await page.locator('form[novalidate] svg[role="img"]').screenshot();
  // A page of its own decodes the picture: the site's policy would bar it.
  const reader = await page.context().newPage();
  const picture = await reader.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      return { data: Array.from(data), width: image.width, height: image.height };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await reader.close();
  const code = jsQR(Uint8ClampedArray.from(picture.data), picture.width, picture.height);
  return new URL(code?.data ?? 'about:blank');
}

/** Code of an authenticator app (RFC 6238), `ahead` periods of 30 seconds from now. */
export function totpCode(secret: string, ahead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A code of six digits that is not this one. */
export function otherCode(code: string): string {
  return `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0');
}
