export const SLUG_MAXIMUM = 64

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const SMALL_WORDS = new Set(
  ['a', 'al', 'and', 'da', 'de', 'del', 'den', 'der', 'di', 'do', 'dos', 'du', 'e', 'el', 'et', 'for', 'i'].concat([
    'la',
    'le',
    'of',
    'the',
    'to',
    'und',
    'van',
    'von',
    'y',
    'zu',
  ]),
)
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

/** Whether the slug would pass for a part of the product itself. */
export function isReservedSlug(text: string): boolean {
  return RESERVED.has(text)
}

/** A slug made of a name: accents dropped, everything else that is no letter or digit a dash; empty when nothing is left. */
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

/** Lower case without regard to anybody's language: the Turkish dotted I becomes a plain i, composed forms are one. */
export function foldCase(text: string): string {
  return text.normalize('NFC').replaceAll('İ', 'i').toLowerCase()
}

/** A mail address as it is stored and compared: trimmed and in lower case. */
export function foldEmail(address: string): string {
  return foldCase(address.trim())
}

/**
 * One or two letters that stand for a name: of its first and last word; small words and what follows "&" do not count.
 * Without a usable name, the first letter of the address; without both, a question mark.
 */
export function initialsOf(name: string | null, address: string | null = null): string {
  const words = ((name ?? '').split('&')[0] ?? '').split(/[\s_.,/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const telling = words.filter((word, index) => index === 0 || !SMALL_WORDS.has(foldCase(word)))
  const chosen = telling.length > 1 ? [telling[0], telling.at(-1)] : telling
  const letters = chosen.map((word) => firstLetter(word ?? '')).join('')
  return letters || firstLetter((address ?? '').split('@')[0] ?? '') || '?'
}

/** How many characters a text has, counted as code points and not as the units of JavaScript's strings. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

function firstLetter(word: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(word.normalize('NFC'))?.[0] ?? ''
  return Array.from(letter.toUpperCase())[0] ?? ''
}

/** Whether PostgreSQL can keep the text as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
