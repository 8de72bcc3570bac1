import { seenText } from '#kernel/text.ts'

const MAXIMUM = 80

/** A name that a user chose, as one short line: emails carry it to strangers. */
export function shortLine(name: string): string {
  const line = seenText(name)
    .replace(/[\s\p{Cc}\p{Cn}\p{Co}\p{Cs}]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > MAXIMUM ? `${characters.slice(0, MAXIMUM).join('')}…` : line
}
