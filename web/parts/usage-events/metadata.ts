import type { EventValue } from '#client/index.ts'

/** A scalar of metadata with its path, as a filter of a meter names it: `usage.tokens`. */
export type MetadataPair = readonly [path: string, value: string | number | boolean]

/** Pairs that a row of a list has space for. */
const SHORT = 4

/** The scalars of the metadata of an event, by path: the server does not keep the order in which they were sent. */
export function pairsOf(metadata: object): MetadataPair[] {
  return scalarsOf(metadata, '').sort(([one], [other]) => (one < other ? -1 : 1))
}

function scalarsOf(metadata: object, before: string): MetadataPair[] {
  return Object.entries(metadata as Readonly<Record<string, EventValue>>).flatMap(([key, value]): MetadataPair[] =>
    typeof value === 'object' ? scalarsOf(value, `${before}${key}.`) : [[before + key, value]],
  )
}

/**
 * The first pairs in one line, numbers before the others: "tokens: 1500 · model: small". Values stay as they were sent: a number may be an
 * id, and a filter compares what was sent.
 */
export function metadataText(metadata: object): string {
  const isNumber = ([, value]: MetadataPair) => Number(typeof value === 'number')
  const pairs = pairsOf(metadata).sort((one, other) => isNumber(other) - isNumber(one))
  const shown = pairs.slice(0, SHORT).map(([path, value]) => `${path}: ${value}`)
  return [...shown, ...(pairs.length > SHORT ? ['…'] : [])].join(' · ')
}
