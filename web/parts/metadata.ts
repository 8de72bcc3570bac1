import type { Metadata } from '#client/index.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'

/** Metadata as editable pairs. */
export const pairsOf = (metadata: Metadata): readonly Pair[] =>
  Object.entries(metadata).map(([key, value]) => ({ id: key, key, value: String(value) }))

/** Whether nothing was typed into a pair. Such a pair is ignored. */
const isEmpty = ({ key, value }: Pair) => key.trim() === '' && value === ''

/** Edited pairs as metadata. An unchanged value keeps its type (number, boolean); all others are text. */
export function metadataOf(pairs: readonly Pair[], previous: Metadata): Metadata {
  return Object.fromEntries(
    pairs
      .filter((pair) => !isEmpty(pair))
      .map(({ key, value }) => {
        const name = key.trim()
        const known = Object.hasOwn(previous, name) ? previous[name] : undefined
        return [name, known !== undefined && String(known) === value ? known : value]
      }),
  )
}

/** Whether the pairs equal the metadata, in any order. */
export function isSameMetadata(pairs: readonly Pair[], metadata: Metadata): boolean {
  const keys = Object.keys(metadata)
  const filled = pairs.filter((pair) => !isEmpty(pair))
  return (
    filled.length === keys.length &&
    filled.every(({ key, value }) => Object.hasOwn(metadata, key.trim()) && String(metadata[key.trim()]) === value)
  )
}

/** The rule that every pair has a key of its own; its faults are by the ids of the pairs. Empty pairs have none. */
export function uniqueKeys(messages: { readonly missing: string; readonly duplicate: string }) {
  return (pairs: readonly Pair[]): Readonly<Record<string, string>> | undefined => {
    const seen = new Set<string>()
    const faults: Record<string, string> = {}
    for (const { id, key } of pairs.filter((pair) => !isEmpty(pair))) {
      const name = key.trim()
      if (name === '') faults[id] = messages.missing
      else if (seen.has(name)) faults[id] = messages.duplicate
      seen.add(name)
    }
    return Object.keys(faults).length === 0 ? undefined : faults
  }
}
