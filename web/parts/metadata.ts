import type { Metadata } from '#client/index.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'

/** Metadata as pairs to edit. */
export const pairsOf = (metadata: Metadata): readonly Pair[] =>
  Object.entries(metadata).map(([key, value]) => ({ id: key, key, value: String(value) }))

/** Edited pairs as metadata. A value that still reads as it did keeps its type (a number, a yes); all others are text. */
export function metadataOf(pairs: readonly Pair[], former: Metadata): Metadata {
  return Object.fromEntries(
    pairs.map(({ key, value }) => {
      const name = key.trim()
      const known = Object.hasOwn(former, name) ? former[name] : undefined
      return [name, known !== undefined && String(known) === value ? known : value]
    }),
  )
}

/** Whether the pairs say the same as the metadata, in whatever order. */
export function isSameMetadata(pairs: readonly Pair[], metadata: Metadata): boolean {
  const keys = Object.keys(metadata)
  return (
    pairs.length === keys.length &&
    pairs.every(({ key, value }) => Object.hasOwn(metadata, key.trim()) && String(metadata[key.trim()]) === value)
  )
}

/** What is wrong with pairs, by their ids: a key that is missing or that stands there twice. */
export function pairFaults(
  pairs: readonly Pair[],
  words: { readonly missing: string; readonly twice: string },
): Readonly<Record<string, string>> {
  const seen = new Set<string>()
  const faults: Record<string, string> = {}
  for (const { id, key } of pairs) {
    const name = key.trim()
    if (name === '') faults[id] = words.missing
    else if (seen.has(name)) faults[id] = words.twice
    seen.add(name)
  }
  return faults
}
