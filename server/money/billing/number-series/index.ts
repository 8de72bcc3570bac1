import { type RawBuilder, sql } from 'kysely'

/** The things that are numbered; each organization has one series of each. */
export type NumberSeries = 'orders'

/**
 * The next number of a series (`NW-0215`), as an expression of the statement that inserts the numbered row. It locks the series until
 * the transaction ends, so that numbers have no gaps: insert that row as late as possible, and lock nothing after it.
 */
export function nextNumber(organizationId: string, series: NumberSeries): RawBuilder<string> {
  return sql<string>`next_number(${organizationId}, ${series})`
}

/** The same of a series whose numbers begin with `head`: `INV-2026` for `INV-2026-0001`. The count goes on when the head changes. */
export function nextDocumentNumber(organizationId: string, { series, head }: { series: string; head: string }): RawBuilder<string> {
  return sql<string>`next_document_number(${organizationId}::uuid, ${series}::text, ${head}::text)`
}
