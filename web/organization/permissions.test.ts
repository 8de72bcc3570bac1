import { expect, test } from 'vitest'
import { authorizes, covers, heldBy, isSame, mayGive, toggled } from './permissions.ts'

const everything = { organization: ['update', 'delete'], member: ['update'], billing: ['orders:read', 'orders:write'] }
const roles = [
  { name: 'owner', permissions: everything },
  { name: 'admin', permissions: { ...everything, organization: ['update'] } },
  { name: 'member', permissions: { billing: ['orders:read'] } },
  { name: 'clerk', permissions: { member: ['update'] } },
  { name: 'closer', permissions: { organization: ['delete'] } },
]

test.each([
  ['owner', { organization: ['delete'] }, true],
  ['admin', { organization: ['delete'] }, false],
  ['member,clerk', { member: ['update'] }, true],
  ['member,clerk', { member: ['update'], billing: ['orders:read'] }, false],
  ['stranger', { member: ['update'] }, false],
])('%s asks for %j: %j', (text, request, allowed) => {
  expect(authorizes(text, request, roles)).toBe(allowed)
})

test.each([
  ['owner', 'owner', true],
  ['admin', 'owner', false],
  ['admin', 'clerk', true],
  ['admin', 'closer', false],
  ['clerk', 'member', true],
  ['clerk', 'clerk', true],
  ['clerk', 'admin', false],
  ['clerk,closer', 'closer', true],
])('%s may give %s: %j', (text, role, allowed) => {
  expect(mayGive(text, role, roles)).toBe(allowed)
})

test('several roles are taken together', () => {
  expect(heldBy('clerk,closer', roles)).toEqual({ member: ['update'], organization: ['delete'] })
  expect(covers(heldBy('clerk,closer', roles), { organization: ['delete'], member: ['update'] })).toBe(true)
})

test('an action is added and taken away; a resource without any is left out', () => {
  const once = toggled({}, 'team', 'create')
  expect(once).toEqual({ team: ['create'] })
  expect(toggled(once, 'team', 'create')).toEqual({})
  expect(isSame({ a: ['x', 'y'], b: [] }, { a: ['y', 'x'] })).toBe(true)
})
