import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import { foldEmail } from '#kernel/text.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, containing, type ListResult, matchesMetadata, orderBy, readList, totalCount } from '#platform/database/list.ts'
import type { MetadataFilter, Sorting } from '#platform/http/wire-parts.ts'
import type { Customer } from './model.ts'
import { customerColumns, fromCustomerRow } from './store.ts'

/** The filter and order of a list of customers. */
export interface CustomerFilter {
  readonly organizationIds: readonly string[]
  /** The whole email, case-insensitive. */
  readonly email?: string | undefined
  /** Part of the name or email, case-insensitive. */
  readonly query?: string | undefined
  readonly metadata: readonly MetadataFilter[]
  readonly sorting: readonly Sorting<'created_at' | 'email' | 'name'>[]
  readonly page: Page
}

const order = {
  created_at: sql.ref('customers.created_at'),
  email: sql.ref('customers.email'),
  name: sql`lower(customers.name)`,
}

/** Lists customers that are not deleted, in one statement. */
export function listCustomers(db: Database, filter: CustomerFilter): Promise<ListResult<Customer>> {
  const pattern = filter.query ? containing(filter.query) : undefined
  const found = db
    .selectFrom('customers')
    .where('organization_id', '=', anyOf(filter.organizationIds))
    .where('deleted_at', 'is', null)
    .$if(filter.email !== undefined, (select) => select.where('email', '=', foldEmail(filter.email ?? '')))
    .$if(pattern !== undefined, (select) =>
      select.where((where) => where.or([where('name', 'ilike', pattern ?? ''), where('email', 'ilike', pattern ?? '')])),
    )
    .$if(filter.metadata.length > 0, (select) => select.where(matchesMetadata(sql.ref('customers.metadata'), filter.metadata)))
  const rows = found.select(customerColumns).orderBy(orderBy(filter.sorting, order, sql.ref('customers.id')))
  return readList(db, { count: found.select(totalCount), rows, page: filter.page }, fromCustomerRow)
}
