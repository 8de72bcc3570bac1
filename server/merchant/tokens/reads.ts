import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult, orderBy, readList, totalCount } from '#platform/database/list.ts'
import type { Sorting } from '#platform/http/wire-parts.ts'
import type { AccessToken } from './model.ts'
import { fromTokenRow, tokenColumns } from './store.ts'

/** The filter and order of a list of tokens. */
export interface TokenFilter {
  readonly organizationIds: readonly string[]
  readonly sorting: readonly Sorting<'created_at' | 'comment' | 'last_used_at'>[]
  readonly page: Page
}

const order = { created_at: sql.ref('created_at'), comment: sql`lower(comment)`, last_used_at: sql.ref('last_used_at') }

/** Lists access tokens, in one statement. */
export function listTokens(db: Database, filter: TokenFilter): Promise<ListResult<AccessToken>> {
  const found = db.selectFrom('organization_access_tokens').where('organization_id', '=', anyOf(filter.organizationIds))
  const rows = found.select(tokenColumns).orderBy(orderBy(filter.sorting, order, sql.ref('id')))
  return readList(db, { count: found.select(totalCount), rows, page: filter.page }, fromTokenRow)
}
