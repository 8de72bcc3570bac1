import { expect, test } from 'vitest'
import type { MemberWithUser, OrganizationAuditEntry } from '#client/index.ts'
import { selectableMembers, toAuditQuery } from './query.ts'

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
])('the URL search %j becomes the query %j', (at, query) => {
  expect(toAuditQuery('o', at)).toEqual({ organizationId: 'o', ...query })
})

test('up to 25 members are all selectable; of more only actors of the shown entries and the selected member', () => {
  const members = Array.from({ length: 26 }, (_, at) => ({ userId: `u${at}` }) as MemberWithUser)
  const entries = ['u7', 'u3', 'u7', null].map((id) => ({ actor: { id } as OrganizationAuditEntry['actor'] }))
  const ids = (of: readonly MemberWithUser[]) => of.map(({ userId }) => userId)
  expect(ids(selectableMembers(members.slice(1), entries, undefined))).toHaveLength(25)
  expect(ids(selectableMembers(members, entries, undefined))).toEqual(['u3', 'u7'])
  expect(ids(selectableMembers(members, entries, 'u9'))).toEqual(['u3', 'u7', 'u9'])
})
