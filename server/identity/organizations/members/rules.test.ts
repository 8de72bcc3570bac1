import { expect, test } from 'vitest'
import { rolesWith } from '#contract/access.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Member, Membership } from '../model.ts'
import { mayDo, mayGrant, nextRole, ownershipRoles, readRoles, refuseLastOwner, refuseRemoval } from './rules.ts'

const roles = rolesWith(
  { hr: { member: ['update', 'delete'] }, 'hr-too': { member: ['update', 'delete'] } },
  { clerk: { billing: ['orders:read'] }, reader: { auditLog: ['read'] } },
)
const aMember = (role: string): Member => ({
  id: role,
  organizationId: 'o',
  userId: role,
  role,
  teamId: null,
  createdAt: new Date(0),
})
const as = (role: string) => ({ member: aMember(role), organization: {}, roles }) as Membership

/** The returned value, or the sentence of the refusal with its status. */
function outcomeOf(rule: () => unknown): unknown {
  try {
    return rule()
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.sentence}`
    throw error
  }
}

const NOT_ALLOWED = '403 You are not allowed to update this member'
const LAST = '400 You cannot leave the organization as the only owner'
const UNKNOWN = '400 Role not found'

test.each([
  ['admin', 'admin'],
  ['admin,member', 'admin,member'],
  [['admin', 'clerk'], 'admin,clerk'],
  [['admin,clerk', 'admin'], 'admin,clerk'],
  ['clerk', 'clerk'],
  ['', UNKNOWN],
  [' , ', UNKNOWN],
  ['member,,', UNKNOWN],
  [',member', UNKNOWN],
  ['owner\n', UNKNOWN],
  [' owner', UNKNOWN],
  ['admin, member', UNKNOWN],
  [['admin', ''], UNKNOWN],
  [['admin '], UNKNOWN],
  [['admin\u00a0'], UNKNOWN],
  [[], UNKNOWN],
  ['Admin', UNKNOWN],
  ['admin,king', UNKNOWN],
  ['constructor', UNKNOWN],
  ['__proto__', UNKNOWN],
  ['owner\u0000', UNKNOWN],
])('the roles %j are stored as %j', (requested, stored) => {
  expect(outcomeOf(() => readRoles(requested, roles))).toBe(stored)
})

test.each([
  ['owner', 'owner', true],
  ['member,owner', 'owner,admin', true],
  ['admin', 'owner', false],
  ['admin', 'admin,owner', false],
  ['admin', 'admin', true],
  ['admin', 'member', true],
  ['admin', 'clerk,reader', true],
  ['hr', 'admin', false],
  ['hr', 'member', true],
  ['hr', 'clerk', false],
  ['hr', 'hr-too', true],
  ['hr,clerk', 'clerk', true],
  ['hr', 'a role that was taken away', true],
  ['member', 'owner', false],
])('a member with the role %s may grant or revoke %s: %s', (actor, role, may) => {
  expect(mayGrant(as(actor), role)).toBe(may)
})

test.each([
  ['owner', 'member', 'admin', 1, 'admin'],
  ['owner', 'admin', 'owner', 1, 'owner'],
  ['owner', 'owner', 'member', 1, 'member'],
  ['owner', 'owner', 'member', 0, LAST],
  ['owner', 'owner,admin', 'admin', 0, LAST],
  ['owner', 'owner', 'admin,owner', 0, 'admin,owner'],
  ['owner', 'member', 'king', 1, UNKNOWN],
  ['admin', 'member', 'admin', 1, 'admin'],
  ['admin', 'admin', 'member', 1, 'member'],
  ['admin', 'member', 'owner', 1, NOT_ALLOWED],
  ['admin', 'member', 'admin,owner', 1, NOT_ALLOWED],
  ['admin', 'owner', 'member', 1, NOT_ALLOWED],
  ['admin', 'member,owner', 'member', 0, NOT_ALLOWED],
  ['member', 'member', 'admin', 1, NOT_ALLOWED],
  ['member', 'member', 'king', 1, NOT_ALLOWED],
  ['hr', 'member', 'hr', 1, 'hr'],
  ['hr', 'hr', 'admin', 1, NOT_ALLOWED],
  ['hr', 'admin', 'member', 1, NOT_ALLOWED],
])('%s changes %s to %j with %i other owners: %s', (actor, target, requested, otherOwners, outcome) => {
  expect(
    outcomeOf(() => nextRole(as(actor), requested, { target: aMember(target), ownershipRoles: ownershipRoles('owner'), otherOwners })),
  ).toBe(outcome)
})

const NO_RIGHT = '401 You are not allowed to delete this member'

test.each([
  ['owner', 'member', 0, undefined],
  ['owner', 'owner', 1, undefined],
  ['owner', 'owner', 0, LAST],
  ['owner', 'admin,owner', 0, LAST],
  ['admin', 'owner', 1, LAST],
  ['admin', 'owner,admin', 1, LAST],
  ['admin', 'admin', 1, undefined],
  ['member', 'member', 1, NO_RIGHT],
  ['member', 'owner', 1, LAST],
  ['hr', 'member', 1, undefined],
  ['hr', 'admin', 1, NO_RIGHT],
])('%s removes %s with %i other owners: %s', (actor, target, otherOwners, outcome) => {
  expect(outcomeOf(() => refuseRemoval(as(actor), { target: aMember(target), ownershipRoles: ownershipRoles('owner'), otherOwners }))).toBe(
    outcome,
  )
})

test('if creators become admins, the last owner or admin cannot be removed', () => {
  const ownership = (role: string, otherOwners: number) => ({ target: aMember(role), ownershipRoles: ownershipRoles('admin'), otherOwners })
  expect(ownershipRoles('owner')).toEqual(['owner'])
  expect(outcomeOf(() => refuseLastOwner(ownership('admin', 0)))).toBe(LAST)
  expect(outcomeOf(() => refuseLastOwner(ownership('admin', 0), 'member'))).toBe(LAST)
  expect(outcomeOf(() => refuseLastOwner(ownership('owner', 0), 'admin'))).toBeUndefined()
  expect(outcomeOf(() => refuseLastOwner(ownership('admin', 1)))).toBeUndefined()
  expect(outcomeOf(() => refuseLastOwner(ownership('member', 0)))).toBeUndefined()
})

test.each([
  ['admin', { ac: ['create', 'read', 'update', 'delete'] }, true],
  ['member', { ac: ['read'] }, true],
  ['member', { ac: ['create'] }, false],
  ['member', { ac: ['read'], member: ['delete'] }, false],
  ['clerk', { billing: ['orders:read'], ac: ['read'] }, true],
  ['owner', { ac: ['create'], role: ['delete'] }, true],
  ['owner', { ac: ['divide'] }, false],
  ['owner', {}, false],
])('%s may do %j: %s', (role, request, outcome) => expect(mayDo(as(role), request)).toBe(outcome))
