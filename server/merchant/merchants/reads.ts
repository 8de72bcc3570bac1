import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, countedAs, type Listed, orderedBy, readList } from '#platform/database/list.ts'
import type { Sorting } from '#platform/http/wire-parts.ts'
import type { Merchant } from './model.ts'
import { everyMerchant, fromMerchantRow, merchantColumns } from './store.ts'

/** Which merchants a list shows, and in which order. */
export interface MerchantFilter {
  readonly ids: readonly string[]
  readonly slug?: string | undefined
  readonly sorting: readonly Sorting<'created_at' | 'slug' | 'name'>[]
  readonly page: Page
}

const order = {
  created_at: sql.ref('organizations.created_at'),
  slug: sql.ref('organizations.slug'),
  name: sql`lower(organizations.name)`,
}

/** Merchants, in one statement. */
export function listMerchants(db: Database, filter: MerchantFilter): Promise<Listed<Merchant>> {
  const found = everyMerchant(db)
    .where('organizations.id', '=', anyOf(filter.ids))
    .$if(filter.slug !== undefined, (select) => select.where('organizations.slug', '=', filter.slug ?? ''))
  const rows = found.select(merchantColumns).orderBy(orderedBy(filter.sorting, order, sql.ref('organizations.id')))
  return readList(db, { count: found.select(countedAs), rows, page: filter.page }, fromMerchantRow)
}
