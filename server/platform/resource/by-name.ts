import { type RawBuilder, sql } from 'kysely'

/**
 * Text as lists are sorted by it, for `order by`: by the rules of Unicode for all languages, on every database alike, so that Ä stands
 * beside A and small letters beside capitals. A string is the name of a column. An index that is to serve the order names the same collation.
 */
export function byName(text: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${typeof text === 'string' ? sql.ref(text) : text}) collate "und-x-icu"`
}
