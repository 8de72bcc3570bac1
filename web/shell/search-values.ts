/** A search parameter with one of a fixed set of values; the first is the default. */
export const oneOf =
  <const V extends string>(...values: readonly [V, ...V[]]) =>
  (value: unknown): V =>
    maybeOneOf(...values)(value) ?? values[0]

/** One of a fixed set of values, or undefined. */
export const maybeOneOf =
  <const V extends string>(...values: readonly V[]) =>
  (value: unknown): V | undefined =>
    values.find((each) => each === value)

/** Free text, empty by default. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Free text or undefined (the id of the item that is open beside a list). */
export const maybeText = (value: unknown): string | undefined => text(value) || undefined

/** Several parameters with the same reader. */
export const alike = <R, const K extends string>(read: R, ...keys: readonly K[]): Record<K, R> =>
  Object.fromEntries(keys.map((key) => [key, read])) as Record<K, R>

/** A whole number from 1, or undefined. */
export const maybeNumber = (value: unknown): number | undefined =>
  value !== undefined && Number.isSafeInteger(Number(value)) && Number(value) >= 1 ? Number(value) : undefined

/** A page number from 1. */
export const pageNumber = (value: unknown): number => maybeNumber(value) ?? 1
