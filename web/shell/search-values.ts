/** A value of the address that is one of a closed set; the first is the default. */
export const oneOf =
  <const V extends string>(...values: readonly [V, ...V[]]) =>
  (value: unknown): V =>
    values.find((each) => each === value) ?? values[0]

/** One of a set, or nothing. */
export const maybeOneOf =
  <const V extends string>(...values: readonly V[]) =>
  (value: unknown): V | undefined =>
    values.find((each) => each === value)

/** Free text, empty by default. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Free text or nothing (an id of what is open beside a list). */
export const maybeText = (value: unknown): string | undefined => text(value) || undefined

/** Several values that are read alike. */
export const alike = <R, const K extends string>(read: R, ...keys: readonly K[]): Record<K, R> =>
  Object.fromEntries(keys.map((key) => [key, read])) as Record<K, R>

/** A page number from 1. */
export const page = (value: unknown): number => (Number.isSafeInteger(Number(value)) && Number(value) >= 1 ? Number(value) : 1)

/** A whole number from 1, or nothing. */
export const maybeNumber = (value: unknown): number | undefined =>
  value !== undefined && Number.isSafeInteger(Number(value)) && Number(value) >= 1 ? Number(value) : undefined
