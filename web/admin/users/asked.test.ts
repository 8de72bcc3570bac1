import { expect, test } from 'vitest'
import { askedOf } from './asked.ts'

const newest = { sortBy: 'createdAt', sortDirection: 'desc' }
const id = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

test.each([
  [{}, newest],
  [{ query: 'ada' }, { ...newest, searchValue: 'ada', searchField: 'email' }],
  [
    { query: ' ada ', of: 'name' },
    { ...newest, searchValue: 'ada', searchField: 'name' },
  ],
  [{ query: id }, { ...newest, filterField: 'id', filterValue: id }],
  [
    { is: 'banned', sort: 'email' },
    { filterField: 'banned', filterValue: 'true', sortBy: 'email', sortDirection: 'asc' },
  ],
  [
    { is: 'admin', query: 'x' },
    { ...newest, searchValue: 'x', searchField: 'email', filterField: 'role', filterValue: 'admin' },
  ],
  [{ is: 'nonsense' }, newest],
])('the address %j asks for %j', (at, asked) => {
  expect(askedOf(at as Parameters<typeof askedOf>[0])).toEqual(asked)
})
