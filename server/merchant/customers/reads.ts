import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import { foldEmail } from '#kernel/text.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, containing, countedAs, type Listed, metadataFits, orderedBy, readList } from '#platform/database/list.ts'
import type { MetadataFilter, Sorting } from '#platform/http/wire-parts.ts'
import type { Customer } from './model.ts'
import { customerColumns, fromCustomerRow } from './store.ts'

/** Which customers a list shows, and in which order. */
export interface CustomerFilter {
  readonly organizationIds: readonly string[]
  /** The whole address, without regard to case. */
  readonly email?: string | undefined
  /** A part of name or address, without regard to case. */
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

/** Living customers, in one statement. */
export function listCustomers(db: Database, filter: CustomerFilter): Promise<Listed<Customer>> {
  const pattern = filter.query ? containing(filter.query) : undefined
  const found = db
    .selectFrom('customers')
    .where('organization_id', '=', anyOf(filter.organizationIds))
    .where('deleted_at', 'is', null)
    .$if(filter.email !== undefined, (select) => select.where('email', '=', foldEmail(filter.email ?? '')))
    .$if(pattern !== undefined, (select) =>
      select.where((where) => where.or([where('name', 'ilike', pattern ?? ''), where('email', 'ilike', pattern ?? '')])),
    )
    .$if(filter.metadata.length > 0, (select) => select.where(metadataFits(sql.ref('customers.metadata'), filter.metadata)))
  const rows = found.select(customerColumns).orderBy(orderedBy(filter.sorting, order, sql.ref('customers.id')))
  return readList(db, { count: found.select(countedAs), rows, page: filter.page }, fromCustomerRow)
}
