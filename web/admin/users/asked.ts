import type { AdminUserQuery } from '#client/administration-types.ts'
import type { User } from '#client/index.ts'
import type { At } from '../address.ts'
import { administration } from '../client.ts'
import { type ReadPage, sortAsked } from '../listing.tsx'

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What of an address says which people are meant. */
export type Sought = Pick<At, 'query' | 'of' | 'role' | 'banned' | 'verified' | 'sort'>

/** The first order of the list: whoever came last. */
export const usualSort = '-createdAt'

/** What an address asks of the server, without its page. An id in the place of a search finds its person. */
export function askedOf({ query = '', of, role, banned, verified, sort = usualSort }: Sought): AdminUserQuery {
  const words = query.trim()
  return {
    ...(anId.test(words)
      ? { filterField: 'id', filterValue: words }
      : words !== '' && { searchValue: words, searchField: of === 'name' ? 'name' : 'email' }),
    role,
    banned: yesOrNo(banned),
    verified: yesOrNo(verified),
    ...sortAsked(sort),
  }
}

const yesOrNo = (text: string | undefined): boolean | undefined => (text === 'yes' ? true : text === 'no' ? false : undefined)

/** Asks for a page of the people that the address means. */
export const reading =
  (sought: Sought): ReadPage<User> =>
  async (page, signal) => {
    const { data, error } = await administration.listUsers({ ...askedOf(sought), ...page }, { signal })
    return error === null ? { data: { rows: data.users, total: data.total }, error } : { data, error }
  }
