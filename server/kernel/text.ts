export const SLUG_MAXIMUM = 64

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const RESERVED = new Set(
  'admin administrator api app assets auth billing checkout dashboard dev docs guildhall help login logout mail me metrics new null portal root security settings sign-in sign-up static status support system undefined v1 www'.split(
    ' ',
  ),
)
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Whether the text may be a slug: lower-case letters, digits and single dashes inside, at most 64. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAXIMUM && SLUG.test(text)
}

/** Whether the slug could be mistaken for a part of the product. */
export function isReservedSlug(text: string): boolean {
  return RESERVED.has(text)
}

/** A slug derived from a name: accents dropped, everything but letters and digits replaced by dashes; may be empty. */
export function slugOf(name: string): string {
  return foldCase(name)
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, SLUG_MAXIMUM)
    .replace(/-+$/, '')
}

/** Lower case in the same way for every language: the Turkish dotted I becomes a plain i, and composed forms are normalized. */
export function foldCase(text: string): string {
  return text.normalize('NFC').replaceAll('İ', 'i').toLowerCase()
}

/**
 * Characters that draw nothing and change how others are read: the soft hyphen, zero-width spaces, word joiners and the marks of
 * direction. Not the joiners U+200C and U+200D, which scripts and emoji need.
 */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** A name as it is kept: what draws nothing is left out, and spaces that then stand around it. */
export function seenText(text: string): string {
  const seen = text.replace(UNSEEN, '')
  return seen === text ? text : seen.trim()
}

/** The number of characters of a text, in code points and not in UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** Whether PostgreSQL can store the text unchanged. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
