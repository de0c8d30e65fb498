import { isTag, threeLetters } from '../language-codes.ts';

/**
 * A BCP 47 tag such as `pt-BR` as the three letters of a track's Language (RFC 9559, section 12); undefined when it is
 * no tag. What has no two-letter code keeps its longer one, and `und` stands for what has neither.
 */
export function languageCode(tag: string): string | undefined {
  return isTag(tag) ? (threeLetters(tag)?.b ?? 'und') : undefined;
}
