import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult, orderBy, readPage } from '#platform/database/list.ts'
import type { Sorting } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
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
  name: byName('organizations.name'),
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

/** A place where merchants collect taxes by the standard rates, and how many of them. */
export interface TaxedPlace {
  readonly place: string
  readonly count: number
}

/** The places of registration for which their merchants have no rate of their own; those whose taxes a service works out are left out. */
export async function findTaxedPlaces(db: Database): Promise<readonly TaxedPlace[]> {
  const { rows } = await sql<TaxedPlace>`
    select registration ->> 'place' as place, count(*)::int as count
    from merchants cross join lateral jsonb_array_elements(merchants.tax_settings -> 'registrations') as registration
    where merchants.tax_settings @> '{"isEnabled": true}' and coalesce(merchants.tax_settings ->> 'engine', 'built_in') = 'built_in'
      and not merchants.tax_settings -> 'rates' @> jsonb_build_array(jsonb_build_object('place', registration ->> 'place'))
    group by 1 order by 1`.execute(db)
  return rows
}
