// The values in the metadata of an event by their paths, as a store without JSON of its own compares them. Pure.

/** The values of an event: texts as JavaScript writes them, and the place of each number among all numbers. */
export interface Scalars {
  readonly texts: Readonly<Record<string, string>>
  readonly kinds: Readonly<Record<string, 'string' | 'number' | 'boolean'>>
  /** Decimals, because JSON has no such whole numbers. */
  readonly ranks: Readonly<Record<string, string>>
}

/**
 * The values that a path of a filter leads to (rule F1 of kernel/metering/filter.ts), by that path. A key with a dot is on no path: at the top its
 * value is found by `topKey`, as the parameter `metadata[key]` names it.
 */
export function scalarsOf(metadata: unknown): Scalars {
  const found: (readonly [path: string, value: string | number | boolean])[] = []
  collect(metadata, '', found)
  return {
    texts: Object.fromEntries(found.map(([path, value]) => [path, String(value)])),
    kinds: Object.fromEntries(found.map(([path, value]) => [path, typeof value as 'string' | 'number' | 'boolean'])),
    ranks: Object.fromEntries(found.flatMap(([path, value]) => (typeof value === 'number' ? [[path, String(rankOf(value))]] : []))),
  }
}

/** The path under which the value of a key at the top is found, also where the key has a dot. */
export const topKey = (key: string) => (key.includes('.') ? `\u0001${key}` : key)

function collect(value: unknown, prefix: string, found: (readonly [string, string | number | boolean])[]): void {
  if (typeof value !== 'object' || value === null) return
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? [...value.map((each, at) => [String(at), each] as const), ['length', value.length]]
    : Object.entries(value)
  for (const [key, each] of entries) {
    const isScalar = typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean'
    const path = key.includes('.') ? (prefix === '' ? topKey(key) : undefined) : prefix + key
    if (path === undefined || (key.includes('.') && !isScalar)) continue
    if (isScalar) found.push([path, each])
    else collect(each, `${path}.`, found)
  }
}

/** The place of a number among all numbers: whole numbers of 64 bits in the same order. No decimal has to be read again to compare them. */
export function rankOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8))
  // Zero has one place.
  view.setFloat64(0, value === 0 ? 0 : value)
  const bits = view.getBigInt64(0)
  return bits >= 0n ? bits : -(bits & 0x7fff_ffff_ffff_ffffn)
}
