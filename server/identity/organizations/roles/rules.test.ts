import { expect, test } from 'vitest'
import { organizationRoles, rolesWith } from '#contract/access.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Membership } from '../model.ts'
import type { CustomRole } from './model.ts'
import { listRoles, refuseDeletion, refuseNewRole, updateRole } from './rules.ts'

const AT = new Date(0)
const role = (name: string, permissions = {}): CustomRole => ({ organizationId: 'o', name, permissions, createdAt: AT, updatedAt: null })
const roles = rolesWith({ clerk: { role: ['create', 'update', 'delete'], team: ['create'] } }, { scribe: {} })
const as = (ownRole: string) => ({ member: { role: ownRole }, organization: {}, roles }) as Membership

function outcomeOf(rule: () => unknown): string {
  try {
    rule()
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.sentence
    throw error
  }
}

const NOT_ALLOWED = 'You are not allowed to manage the roles of this organization'
const BEYOND = 'You are not allowed to grant permissions that you do not hold yourself'

test.each([
  ['owner', 'writer', { organization: ['delete'] }, 'done'],
  ['admin', 'writer', { billing: ['products:write'], role: ['create'] }, 'done'],
  ['admin', 'writer', { organization: ['delete'] }, BEYOND],
  ['member', 'writer', {}, NOT_ALLOWED],
  ['scribe', 'writer', {}, NOT_ALLOWED],
  ['clerk', 'writer', { team: ['create'] }, 'done'],
  ['clerk', 'writer', { team: ['delete'] }, BEYOND],
  ['clerk,member', 'writer', { billing: ['orders:read'], team: ['create'] }, 'done'],
  ['owner', 'scribe', {}, 'A role of this name exists already'],
  ['owner', 'clerk', {}, 'A role of this name exists already'],
])('a member with the role %s creates the role %s with %j: %s', (ownRole, name, permissions, outcome) => {
  expect(outcomeOf(() => refuseNewRole(as(ownRole), { name, permissions }, { customRoles: [], limit: 3 }))).toBe(outcome)
})

test('an organization cannot exceed the maximum number of custom roles', () => {
  const many = Array.from({ length: 3 }, (_, at) => role(`role-${at}`))
  expect(outcomeOf(() => refuseNewRole(as('owner'), role('one-more'), { customRoles: many.slice(1), limit: 3 }))).toBe('done')
  expect(outcomeOf(() => refuseNewRole(as('owner'), role('one-more'), { customRoles: many, limit: 3 }))).toBe('Role limit reached')
})

test.each([
  ['owner', role('scribe'), { team: ['create'] }, 'done'],
  ['owner', undefined, {}, 'Role not found'],
  ['member', role('scribe'), {}, NOT_ALLOWED],
  ['admin', role('scribe'), { organization: ['delete'] }, BEYOND],
  ['admin', role('scribe', { organization: ['delete'] }), {}, BEYOND],
])('a member with the role %s changes %j to permit %j: %s', (ownRole, role, permissions, outcome) => {
  expect(outcomeOf(() => updateRole(as(ownRole), role, { permissions, isInUse: true, customRoles: [], now: AT }))).toBe(outcome)
})

test.each([
  ['writer', false, 'done'],
  ['scribe', true, 'done'],
  ['writer', true, 'The role is in use'],
  ['reader', false, 'A role of this name exists already'],
  ['clerk', false, 'A role of this name exists already'],
])('the role scribe becomes %s, in use %s: %s', (name, isInUse, outcome) => {
  const customRoles = [role('reader'), role('scribe')]
  expect(outcomeOf(() => updateRole(as('owner'), role('scribe'), { name, isInUse, customRoles, now: AT }))).toBe(outcome)
})

test.each([
  ['admin', role('scribe'), false, 'done'],
  ['admin', role('scribe'), true, 'The role is in use'],
  ['admin', undefined, false, 'Role not found'],
  ['member', role('scribe'), false, NOT_ALLOWED],
])('a member with the role %s deletes %j, in use %s: %s', (ownRole, role, isInUse, outcome) => {
  expect(outcomeOf(() => refuseDeletion(as(ownRole), role, isInUse))).toBe(outcome)
})

test('each role is listed once with its member count, built-in ones first', () => {
  const listed = listRoles({
    builtIn: organizationRoles,
    configured: { clerk: {} },
    customRoles: [role('alpha'), role('clerk', { team: ['create'] }), role('zeta')],
    organization: { id: 'o', createdAt: AT },
    assignedRoles: [
      { role: 'owner', members: 1 },
      { role: 'clerk,member,clerk', members: 2 },
      { role: 'member', members: 3 },
    ],
  })
  expect(listed.map(({ name, source, members }) => [name, source, members])).toEqual([
    ['owner', 'built-in', 1],
    ['admin', 'built-in', 0],
    ['member', 'built-in', 5],
    ['clerk', 'settings', 2],
    ['alpha', 'organization', 0],
    ['zeta', 'organization', 0],
  ])
})
