const MAXIMUM = 80

/** A name that a user chose, as one short line: emails carry it to strangers. */
export function shortLine(name: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > MAXIMUM ? `${characters.slice(0, MAXIMUM).join('')}…` : line
}
