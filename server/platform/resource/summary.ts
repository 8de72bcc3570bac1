// The sums of all items that match a query, per currency: read in the statement of the page.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { added, booleanText } from '../http/wire-parts.ts'

/** The summary of a list: the column of the currency, and the columns that are summed, by their names in the answer. */
export interface Summary {
  readonly currency: string
  readonly sums: Readonly<Record<string, string>>
}

/** The query parameter that asks for the summary. */
export const summaryParameter = {
  summary: booleanText.optional().meta(added('Whether the answer has a `summary`: what all items that match amount to, per currency.')),
}

/** The field of the answer. */
export function summaryField(name: string, { sums }: Summary) {
  const amounts = Object.fromEntries(Object.keys(sums).map((sum) => [sum, z.int()]))
  const ofCurrency = z.object({ currency: z.string(), count: z.int(), ...amounts }).meta({ id: `${name}Summary` })
  const about = added(
    'With `summary=true`: the number of all items that match, and the sums of their amounts in minor units, per currency.',
  )
  return { summary: z.array(ofCurrency).optional().meta(about) }
}

/** The summary of these rows as one JSON value. */
export function summaryOf({ currency, sums }: Summary, rows: { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<unknown> }) {
  const amounts = Object.entries(sums).map(([name, column]) => sql`sum(${sql.ref(column)}) as ${sql.id(name)}`)
  const columns = sql.join([sql`${sql.ref(currency)} as currency`, sql`count(*) as count`, ...amounts])
  return sql`(select coalesce(json_agg(summed order by summed.currency), '[]')
    from (select ${columns} from ${rows.from} where ${rows.where} group by 1) as summed)`
}
