// Apart from `text.ts`, because public pages load this file and count bytes.
const SMALL_WORD = /^(al?|and|da|del?|den|der|di|dos?|du|el?|et|for|i|la|le|of|the|to|und|van|von|y|zu)$/i

/**
 * One or two initials of a name: of its first and last word, without small words and without the part after "&" or "@". If the name has
 * no letter or digit, the first one of the email; otherwise a question mark.
 */
export function initialsOf(name: string | null, email: string | null = null): string {
  const letters = (name ?? '')
    .replace(/[&@].*/s, '')
    .split(/[\s_.,/+]+/)
    .filter((word, index) => index === 0 || !SMALL_WORD.test(word))
    .map(firstLetter)
    .filter(Boolean)
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('') || firstLetter((email ?? '').replace(/@.*/s, '')) || '?'
}

function firstLetter(word: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(word.normalize('NFC'))?.[0] ?? ''
  return Array.from(letter.toUpperCase())[0] ?? ''
}
