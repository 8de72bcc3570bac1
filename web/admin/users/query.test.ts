import { expect, test } from 'vitest'
import { toUserQuery, type UserSearch } from './query.ts'

const newest = { sortBy: 'createdAt', sortDirection: 'desc' } as const
const id = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

const cases: readonly (readonly [Partial<UserSearch>, ReturnType<typeof toUserQuery>])[] = [
  [{}, newest],
  [{ query: 'ada' }, { ...newest, searchValue: 'ada', searchField: 'email' }],
  [
    { query: ' ada ', of: 'name' },
    { ...newest, searchValue: 'ada', searchField: 'name' },
  ],
  [{ query: id }, { ...newest, filterField: 'id', filterValue: id }],
  [
    { banned: 'yes', sort: 'email' },
    { banned: true, sortBy: 'email', sortDirection: 'asc' },
  ],
  [
    { role: 'admin', verified: 'no', banned: 'no', query: 'x' },
    { ...newest, searchValue: 'x', searchField: 'email', role: 'admin', verified: false, banned: false },
  ],
  [{ banned: 'nonsense' }, newest],
] as const

test.each(cases)('the URL search %j becomes the query %j', (search, expected) => {
  expect(toUserQuery(search as UserSearch)).toEqual(expected)
})
