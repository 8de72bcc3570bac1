import { expect, test } from 'vitest'
import { toUserQuery } from './query.ts'

const newest = { sortBy: 'createdAt', sortDirection: 'desc' } as const
const id = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
type Query = ReturnType<typeof toUserQuery>

const cases: readonly (readonly [Parameters<typeof toUserQuery>[0], string | undefined, Query])[] = [
  [{}, undefined, newest],
  [{}, 'ada', { ...newest, searchValue: 'ada', searchField: 'email' }],
  [{ of: 'name' }, ' ada ', { ...newest, searchValue: 'ada', searchField: 'name' }],
  [{}, id, { ...newest, filterField: 'id', filterValue: id }],
  [
    { role: 'admin', verified: false, banned: false },
    'x',
    { ...newest, searchValue: 'x', searchField: 'email', role: 'admin', verified: false, banned: false },
  ],
]

test.each(cases)('the filters %j and the search text %j become the query %j', (values, query, expected) => {
  expect(toUserQuery(values, query, { by: 'createdAt', descending: true })).toEqual(expected)
})

test('users are sorted by a column, and by none that the server does not know', () => {
  expect(toUserQuery({}, undefined, { by: 'email', descending: false })).toEqual({ sortBy: 'email', sortDirection: 'asc' })
  expect(toUserQuery({}, undefined, { by: 'password', descending: false })).toEqual({ sortBy: undefined, sortDirection: 'asc' })
})
