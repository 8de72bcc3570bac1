/**
 * Caches the results of `compute` by key: at most `maxEntries` of them, and at least the last `maxEntries / 2` that were used. Only
 * results for which `isCacheable` holds are cached, so that lookups of unknown keys use no memory; by default everything but
 * `undefined`.
 */
export function memoize<Value, Key extends string | number = string>(
  maxEntries: number,
  compute: (key: Key) => Value,
  isCacheable: (value: Value) => boolean = (value) => value !== undefined,
): (key: Key) => Value {
  const generationSize = Math.max(1, Math.floor(maxEntries / 2))
  // Two generations instead of one ordered map: deleting the oldest entries one by one becomes slower the longer the map lives.
  let young = new Map<Key, Value>()
  let old = new Map<Key, Value>()
  return (key) => {
    const known = young.get(key)
    if (known !== undefined) return known
    const before = old.get(key)
    const value = before === undefined ? compute(key) : before
    if (before === undefined && !isCacheable(value)) return value
    if (young.size >= generationSize) {
      old = young
      young = new Map()
    }
    young.set(key, value)
    return value
  }
}
