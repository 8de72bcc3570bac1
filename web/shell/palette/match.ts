/** The ranks of an entry that matches the typed text: by its whole label, words of its label, or words of its note or keywords. */
export const ranks = { keyword: 1, label: 2, whole: 3 } as const

/** The texts by which an entry is found. */
export interface SearchTexts {
  readonly label: string
  readonly note?: string | undefined
  readonly keywords?: string | undefined
}

/** A text without case and accents. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const partsOf = (query: string): readonly string[] => fold(query).split(/\s+/).filter(Boolean)

/** Where the words of a text begin. */
const wordStarts = (text: string): readonly number[] => Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ index }) => index)

const beginsWord = (text: string, part: string) => wordStarts(text).some((start) => fold(text.slice(start)).startsWith(part))

/** The rank of an entry: each part of the query must begin a word of its texts. Null if one does not. */
export function rankOf(query: string, { label, note, keywords }: SearchTexts): number | null {
  const parts = partsOf(query)
  const hold = (texts: readonly (string | undefined)[]) => parts.every((part) => texts.some((text) => text && beginsWord(text, part)))
  if (fold(label) === fold(query.trim())) return ranks.whole
  if (hold([label])) return ranks.label
  return hold([label, note, keywords]) ? ranks.keyword : null
}

/** A part of a text, which matches the query or not. */
export interface Mark {
  readonly text: string
  readonly isMatch: boolean
}

/** The text in parts, so that the beginnings of words that match the query can be marked. */
export function marksOf(text: string, query: string): readonly Mark[] {
  const parts = partsOf(query)
  const marks: Mark[] = []
  let at = 0
  for (const start of wordStarts(text)) {
    const length = Math.max(0, ...parts.map((part) => lengthOf(text.slice(start), part)))
    if (length === 0 || start < at) continue
    if (start > at) marks.push({ text: text.slice(at, start), isMatch: false })
    marks.push({ text: text.slice(start, start + length), isMatch: true })
    at = start + length
  }
  return at < text.length ? [...marks, { text: text.slice(at), isMatch: false }] : marks
}

/** The number of characters at the beginning of a text that are the part; 0 if it does not begin with it. */
function lengthOf(text: string, part: string): number {
  if (!fold(text).startsWith(part)) return 0
  let length = 1
  while (fold(text.slice(0, length)).length < part.length) length += 1
  return length
}
