import { sql } from 'kysely'
import { foldEmail } from '#kernel/emails/email.ts'
import { added, searchText } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { createdBetween, filter, inMetadata, isTrue, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { customers } from './store.ts'

/** The list of customers that are not deleted. `email` is the whole email, `query` part of the name or email. */
export const customerList = list(customers, {
  filters: {
    email: filter(searchText, (email) => sql<boolean>`customers.email = ${foldEmail(email)}`),
    query: search('customers.name', 'customers.email'),
    is_external_id_doubtful: isTrue('customers.is_external_id_doubtful').meta(
      added('Only customers whose external id was taken over from a purchase with a typed address and not confirmed, or only the others.'),
    ),
    ...createdBetween('customers.created_at'),
    metadata: inMetadata('customers.metadata'),
  },
  sorting: { created_at: 'customers.created_at', email: byName('customers.email'), name: byName('customers.name') },
  defaultSorting: '-created_at',
})
