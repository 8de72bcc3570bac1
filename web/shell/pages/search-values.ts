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

/** A reader for each search parameter of a page. Its result for `undefined` is the default, which the URL leaves out. */
export type Readers<S> = { [K in keyof S]: (value: unknown) => S[K] }

/** The search parameters of a URL by name, as they were read or not yet. */
export type SearchValues = Readonly<Record<string, unknown>>

const entriesOf = (readers: object) => Object.entries(readers as Readers<SearchValues>)

/** Reads the search parameters that a page declares. */
export const readSearch = (readers: object, values: SearchValues): SearchValues =>
  Object.fromEntries(entriesOf(readers).map(([key, read]) => [key, read(values[key])]))

/** Search parameters as the URL holds them: those that a page declares, without its defaults. */
export const toUrlSearch = (readers: object, values: SearchValues): SearchValues =>
  Object.fromEntries(entriesOf(readers).flatMap(([key, read]) => (values[key] === read(undefined) ? [] : [[key, values[key]]])))
