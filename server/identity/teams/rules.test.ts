import { expect, test } from 'vitest'
import { organizationMeant, refuseCreation, refuseRemoval, refuseUpdate, type Standing } from './rules.ts'

const MAY: Standing = { ownTeamId: null, mayAct: true }
const MAY_NOT: Standing = { ownTeamId: null, mayAct: false }

function told(act: () => unknown): string {
  try {
    act()
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
])('of %s and the active organization %s the call means %s', (named, active, meant) => {
  expect(organizationMeant(named, active)).toBe(meant)
})

test('without a name and an active organization the call means none', () => {
  expect(told(() => organizationMeant(undefined, null))).toBe('No active organization')
})

test.each([
  ['an outsider', undefined, 0, undefined, 'You are not allowed to invite users to this organization'],
  ['whoever may not', MAY_NOT, 0, undefined, 'You are not allowed to create teams in this organization'],
  ['whoever may', MAY, 500, undefined, 'done'],
  ['whoever may, below the limit', MAY, 2, 3, 'done'],
  ['whoever may, at the limit', MAY, 3, 3, 'You have reached the maximum number of teams'],
  ['whoever may, above a limit that was lowered', MAY, 9, 3, 'You have reached the maximum number of teams'],
])('one more team of %s', (_, standing, teams, limit, expected) => {
  expect(told(() => refuseCreation({ standing, teams, limit }))).toBe(expected)
})

test.each([
  ['an outsider', undefined, true, 'You are not allowed to update this team'],
  ['whoever may not', MAY_NOT, false, 'You are not allowed to update this team'],
  ['whoever may, of another organization', MAY, false, 'Team not found'],
  ['whoever may', MAY, true, 'done'],
])('a team changed by %s', (_, standing, isFound, expected) => {
  expect(told(() => refuseUpdate({ standing, isFound }))).toBe(expected)
})

test.each([
  ['an outsider', undefined, true, 2, false, 'You are not allowed to delete this team'],
  ['somebody who is in it', { ownTeamId: 'team', mayAct: true }, true, 2, false, 'You are not allowed to delete this team'],
  ['somebody of another team', { ownTeamId: 'other', mayAct: true }, true, 2, false, 'done'],
  ['whoever may not', MAY_NOT, true, 2, false, 'You are not allowed to delete teams in this organization'],
  ['whoever may, of another organization', MAY, false, 2, false, 'Team not found'],
  ['whoever may, the last one', MAY, true, 1, false, 'Unable to remove last team'],
  ['whoever may, the last one where that is allowed', MAY, true, 1, true, 'done'],
])('a team removed by %s', (_, standing, isFound, teams, mayRemoveAll, expected) => {
  expect(told(() => refuseRemoval({ standing, teamId: 'team', isFound, teams, mayRemoveAll }))).toBe(expected)
})
