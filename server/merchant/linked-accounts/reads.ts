import type { Database } from '#platform/database/database.ts'
import { ids } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { connections, linkedAccounts } from './store.ts'

/** The list of connections: one for each provider at most. */
export const connectionList = list(connections, { filters: {}, newestFirst: 'connections.created_at' })

/** The list of linked accounts: one for each customer and provider at most. */
export const linkedAccountList = list(linkedAccounts, {
  filters: { customer_id: ids('linked_accounts.customer_id') },
  newestFirst: 'linked_accounts.created_at',
})

/** The slug of an organization, which the URLs of its pages contain; undefined if it was deleted. */
export async function findSlug(db: Database, organizationId: string): Promise<string | undefined> {
  const row = await db.selectFrom('organizations').select('slug').where('id', '=', organizationId).executeTakeFirst()
  return row?.slug
}
