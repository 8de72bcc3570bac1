import { expect, test } from 'vitest'
import { type MembershipPermissions, refuseCreation, refuseRemoval, refuseUpdate, resolveOrganizationId } from './rules.ts'

const MAY: MembershipPermissions = { ownTeamId: null, mayAct: true }
const MAY_NOT: MembershipPermissions = { ownTeamId: null, mayAct: false }

function outcomeOf(rule: () => unknown): string {
  try {
    rule()
    return 'done'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['b', 'a', 'b'],
  [undefined, 'a', 'a'],
  [null, 'a', 'a'],
  ['', 'a', 'a'],
])('with the named organization %j and the active one %j the result is %s', (named, active, expected) => {
  expect(resolveOrganizationId(named, active)).toBe(expected)
})

test('without a named and an active organization the call is refused', () => {
  expect(outcomeOf(() => resolveOrganizationId(undefined, null))).toBe('No active organization')
})

test.each([
  ['a non-member', undefined, 0, 3, 'You are not allowed to invite users to this organization'],
  ['a member without permission', MAY_NOT, 0, 3, 'You are not allowed to create teams in this organization'],
  ['a member with permission', MAY, 0, 3, 'done'],
  ['a member with permission, below the limit', MAY, 2, 3, 'done'],
  ['a member with permission, at the limit', MAY, 3, 3, 'You have reached the maximum number of teams'],
  ['a member with permission, above a lowered limit', MAY, 9, 3, 'You have reached the maximum number of teams'],
])('the creation of a team by %s', (_, membership, teams, limit, expected) => {
  expect(outcomeOf(() => refuseCreation({ membership, teams, limit }))).toBe(expected)
})

test.each([
  ['a non-member', undefined, true, 'You are not allowed to update this team'],
  ['a member without permission', MAY_NOT, false, 'You are not allowed to update this team'],
  ['a member with permission, for a team of another organization', MAY, false, 'Team not found'],
  ['a member with permission', MAY, true, 'done'],
])('the update of a team by %s', (_, membership, isFound, expected) => {
  expect(outcomeOf(() => refuseUpdate({ membership, isFound }))).toBe(expected)
})

test.each([
  ['a non-member', undefined, true, 2, false, 'You are not allowed to delete this team'],
  ['a member of the team', { ownTeamId: 'team', mayAct: true }, true, 2, false, 'You are not allowed to delete this team'],
  ['a member of another team', { ownTeamId: 'other', mayAct: true }, true, 2, false, 'done'],
  ['a member without permission', MAY_NOT, true, 2, false, 'You are not allowed to delete teams in this organization'],
  ['a member with permission, for a team of another organization', MAY, false, 2, false, 'Team not found'],
  ['a member with permission, for the last team', MAY, true, 1, false, 'Unable to remove last team'],
  ['a member with permission, for the last team if that is allowed', MAY, true, 1, true, 'done'],
])('the deletion of a team by %s', (_, membership, isFound, teams, mayRemoveAll, expected) => {
  expect(outcomeOf(() => refuseRemoval({ membership, teamId: 'team', isFound, teams, mayRemoveAll }))).toBe(expected)
})
