import { expect, test } from 'vitest'
import type { MemberWithUser, OrganizationAuditEntry } from '#client/index.ts'
import { askedOf, peopleToChoose } from './asked.ts'

test.each([
  [{}, {}],
  [
    { status: 'member', by: 'u1' },
    { action: 'member.', actorId: 'u1' },
  ],
  [
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-03-01', to: '2026-04-01T00:00:00.000Z' },
  ],
  [{ from: 'soon', to: '2026-13-99' }, {}],
])('%j is asked for as %j', (at, asked) => {
  expect(askedOf('o', at)).toEqual({ organizationId: 'o', ...asked })
})

test('of few members all can be chosen, of many those who did what is shown and whoever is chosen already', () => {
  const members = Array.from({ length: 26 }, (_, at) => ({ userId: `u${at}` }) as MemberWithUser)
  const entries = ['u7', 'u3', 'u7', null].map((id) => ({ actor: { id } as OrganizationAuditEntry['actor'] }))
  const ids = (of: readonly MemberWithUser[]) => of.map(({ userId }) => userId)
  expect(ids(peopleToChoose(members.slice(1), entries, undefined))).toHaveLength(25)
  expect(ids(peopleToChoose(members, entries, undefined))).toEqual(['u3', 'u7'])
  expect(ids(peopleToChoose(members, entries, 'u9'))).toEqual(['u3', 'u7', 'u9'])
})
