import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult, orderBy, readList, totalCount } from '#platform/database/list.ts'
import type { Sorting } from '#platform/http/wire-parts.ts'
import type { Merchant } from './model.ts'
import { fromMerchantRow, merchantColumns, selectMerchants } from './store.ts'

/** The filter and order of a list of merchants. */
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

/** Lists merchants, in one statement. */
export function listMerchants(db: Database, filter: MerchantFilter): Promise<ListResult<Merchant>> {
  const found = selectMerchants(db)
    .where('organizations.id', '=', anyOf(filter.ids))
    .$if(filter.slug !== undefined, (select) => select.where('organizations.slug', '=', filter.slug ?? ''))
  const rows = found.select(merchantColumns).orderBy(orderBy(filter.sorting, order, sql.ref('organizations.id')))
  return readList(db, { count: found.select(totalCount), rows, page: filter.page }, fromMerchantRow)
}
