// The pseudo-language of the browser tests: English in brackets, with accents, 40 % longer. A text without brackets is in no locale file.

/** Its BCP 47 tag; `XA` is a code for private use. */
export const PSEUDO_LANGUAGE = 'en-XA'

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'å',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'û',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Û',
  Y: 'Ý',
  Z: 'Ž',
}
/** German is up to 40 % longer than English. */
const LONGER = 0.4

/** The pseudo-translation of a message; placeholders are kept. */
export function pseudoMessage(message: string): string {
  const letters = message.replace(/\{\{\w+\}\}/g, '').length
  const accented = message.replace(/\{\{\w+\}\}|./gs, (part) => ACCENTS[part] ?? part)
  return `[${accented}${padding(Math.ceil(letters * LONGER))}]`
}

// Words, so that a long text can wrap as a real one does.
const padding = (length: number) => ' lorem ipsum dolor sit amet'.repeat(Math.ceil(length / 27)).slice(0, length)

/** The pseudo-translation of a tree of messages. */
export function pseudoMessages(tree: unknown): unknown {
  if (typeof tree === 'string') return pseudoMessage(tree)
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, pseudoMessages(value)]))
}
