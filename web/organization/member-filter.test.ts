import { expect, test } from 'vitest'
import { filterMembers, memberCsvRows } from './member-filter.ts'

const member = (name: string, role: string, teamId: string | null) => ({
  id: name,
  organizationId: 'o',
  userId: name,
  role,
  teamId,
  createdAt: '2026-01-02T00:00:00.000Z',
  user: { id: name, name, email: `${name.toLowerCase()}@x.example`, image: null },
})
const all = [member('Noor', 'member', 't1'), member('Elin', 'owner', null), member('Bas', 'admin,clerk', 't2')]
const noFilter = { query: '', role: undefined, team: undefined }

test.each([
  ['nothing', {}, ['Noor', 'Elin', 'Bas']],
  ['a part of the name', { query: 'EL' }, ['Elin']],
  ['name and email', { query: 'bas x.ex' }, ['Bas']],
  ['one of several roles', { role: 'clerk' }, ['Bas']],
  ['a team', { team: 't1' }, ['Noor']],
  ['no team', { team: 'none' }, ['Elin']],
  ['a query without a match', { query: 'zoe' }, []],
])('members are filtered by %s', (_filter, filter, names) => {
  expect(filterMembers(all, { ...noFilter, ...filter }).map(({ id }) => id)).toEqual(names)
})

test('the CSV rows contain the name of the team', () => {
  const teams = [{ id: 't1', name: 'Support', organizationId: 'o', createdAt: '', updatedAt: null }]
  expect(memberCsvRows(all.slice(0, 1), teams, ['Name'])).toEqual([
    ['Name'],
    ['Noor', 'noor@x.example', 'member', 'Support', '2026-01-02T00:00:00.000Z'],
  ])
})
