/** The difficulty of guessing a password, by its length and its characters. The server also refuses the most common passwords. */
export type Strength = 'weak' | 'fair' | 'strong'

const longLength = 16
const fairLength = 10
/** With fewer different characters, or a run of neighbours this long in proportion, length says little. */
const fewCharacters = 5
const runShare = 0.6

/** The strength of a password of at least the length that the server asks for. */
export function strengthOf(password: string): Strength {
  const characters = Array.from(password.toLowerCase())
  const isPoor = new Set(characters).size < fewCharacters || stepsOf(characters) >= characters.length * runShare || /^\d+$/.test(password)
  if (isPoor) return 'weak'
  if (characters.length >= longLength) return 'strong'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const score = kinds + (characters.length - fairLength) / 2
  return score >= 4 ? 'strong' : score >= 2 ? 'fair' : 'weak'
}

/** The number of characters that repeat or follow the one before them: "abc", "321", "aaa". */
const stepsOf = (characters: readonly string[]): number =>
  characters.filter((character, at) => {
    const before = characters[at - 1]
    return before !== undefined && Math.abs((character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1
  }).length
