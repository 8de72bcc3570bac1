// The number of rows that an organization has in a table, without reading them (decision 42). Triggers write the changes (`count_rows`).
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../database/tables.ts'
import { job } from '../worker/job.ts'

declare module '../database/tables.ts' {
  interface Tables {
    row_counts: RowCountsTable
  }
}

interface RowCountsTable {
  id: number
  organization_id: string
  counted_table: string
  change: number
}

/** The interval at which the changes are added up, in seconds. */
const EVERY_SECONDS = 60
/** The changes that a count may consist of before they are added up: a total reads them all. */
const CHANGES = 20
/** The counts that one run adds up. */
const COUNTS = 500

/** The number of rows of the table that exist, of all organizations of the condition on `row_counts.organization_id`. */
export function rowCount(table: keyof Tables & string, ofOrganizations: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(row_counts.change), 0)::bigint from row_counts
    where ${ofOrganizations} and row_counts.counted_table = ${sql.lit(table)})`
}

/**
 * Replaces the changes of each count that has many by their sum. A statement sees either all of them or the sum: a total stays exact. Changes
 * that are written meanwhile are left for the next run.
 */
export const addUpCounts = job({
  kind: 'platform:add-up-counts',
  payload: z.object({}),
  everySeconds: EVERY_SECONDS,
  run: async (_payload, { database }) => {
    await database.transaction((tx) =>
      sql`
        with many as (
          select organization_id, counted_table from row_counts group by organization_id, counted_table
          having count(*) > ${sql.lit(CHANGES)} limit ${sql.lit(COUNTS)}
        ), taken as (
          delete from row_counts using many
          where row_counts.organization_id = many.organization_id and row_counts.counted_table = many.counted_table
          returning row_counts.organization_id, row_counts.counted_table, row_counts.change
        )
        insert into row_counts (organization_id, counted_table, change)
        select organization_id, counted_table, sum(change)::bigint from taken group by organization_id, counted_table
        having sum(change) <> 0`.execute(tx),
    )
  },
})
