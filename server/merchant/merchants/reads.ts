import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult, orderBy, readPage } from '#platform/database/list.ts'
import type { Sorting } from '#platform/http/wire-parts.ts'
import type { Merchant } from './model.ts'
import { fromMerchantRow, type MerchantRow, merchantColumns, merchantTables } from './store.ts'

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
export async function listMerchants(db: Database, { ids, slug, sorting, page }: MerchantFilter): Promise<ListResult<Merchant>> {
  const { rows, total } = await readPage<MerchantRow>(db, {
    selection: merchantColumns,
    from: merchantTables,
    where: sql`organizations.id = ${anyOf(ids)}${slug === undefined ? sql`` : sql` and organizations.slug = ${slug}`}`,
    orderBy: orderBy(sorting, order, sql.ref('organizations.id')),
    page,
  })
  return { items: rows.map(fromMerchantRow), total }
}
