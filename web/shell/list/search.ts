import { alike, maybeText, pageNumber, text } from '../pages/search-values.ts'

/**
 * The way to set a filter: one value, several, a range of days or of amounts, a text, yes or no, another resource, or a value that a
 * search suggests.
 */
export type FilterKind = 'one' | 'several' | 'dates' | 'amounts' | 'text' | 'has' | 'reference' | 'suggested'

/** The filters of a list by name: its pure half, which the registry of pages loads. The list itself is loaded when it is opened. */
export type FilterKinds = Readonly<Record<string, FilterKind>>

/** The search parameters of a list, for its page: `query`, `sort`, `page`, and the filters as text. The list checks what they hold. */
export const searchOf = <const F extends FilterKinds>(filters: F) => ({
  query: text,
  page: pageNumber,
  ...alike(maybeText, 'sort', ...(Object.keys(filters) as (keyof F & string)[])),
})
