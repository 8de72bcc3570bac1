import type { User } from '#client/index.ts'
import type { AdminUserQuery } from '#client/types.ts'
import { administration } from '../client.ts'
import { type ReadPage, toSortQuery } from '../listing.tsx'
import type { AdminSearch } from '../use-search.ts'

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The part of the URL search that selects users. */
export type UserSearch = Pick<AdminSearch, 'query' | 'of' | 'role' | 'banned' | 'verified' | 'sort'>

/** The default order of the list: newest first. */
export const defaultSort = '-createdAt'
const sortFields = ['name', 'email', 'role', 'createdAt'] as const

/** The URL search as the server's query, without the page. A user id as search text finds that user. */
export function toUserQuery({ query = '', of, role, banned, verified, sort = defaultSort }: UserSearch): AdminUserQuery {
  const text = query.trim()
  return {
    ...(idPattern.test(text)
      ? { filterField: 'id', filterValue: text }
      : text !== '' && { searchValue: text, searchField: of === 'name' ? 'name' : 'email' }),
    role,
    banned: yesOrNo(banned),
    verified: yesOrNo(verified),
    ...toSortQuery(sort, sortFields),
  }
}

const yesOrNo = (text: string | undefined): boolean | undefined => (text === 'yes' ? true : text === 'no' ? false : undefined)

/** Reads a page of the users that match the URL search. */
export const readUsers =
  (search: UserSearch): ReadPage<User> =>
  async (page, signal) => {
    const { data, error } = await administration.listUsers({ ...toUserQuery(search), ...page }, { signal })
    return error === null ? { data: { rows: data.users, total: data.total }, error } : { data, error }
  }
