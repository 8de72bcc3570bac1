import type { EventValue } from '#client/index.ts'

/** A scalar of metadata with its path, as a filter of a meter names it: `usage.tokens`. */
export type MetadataPair = readonly [path: string, value: string]

/** Pairs that a row of a list has space for. */
const SHORT = 4

/**
 * The scalars of the metadata of an event, in its order. They stay as they were sent: a number may be an id, and a filter compares what was
 * sent.
 */
export function pairsOf(metadata: object, before = ''): MetadataPair[] {
  return Object.entries(metadata as Readonly<Record<string, EventValue>>).flatMap(([key, value]): MetadataPair[] =>
    typeof value === 'object' ? pairsOf(value, `${before}${key}.`) : [[before + key, String(value)]],
  )
}

/** The first pairs in one line: "tokens: 1500 · model: small". */
export function metadataText(metadata: object): string {
  const pairs = pairsOf(metadata)
  const shown = pairs.slice(0, SHORT).map(([path, value]) => `${path}: ${value}`)
  return [...shown, ...(pairs.length > SHORT ? ['…'] : [])].join(' · ')
}
