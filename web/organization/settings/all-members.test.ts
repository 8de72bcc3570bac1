import { expect, test } from 'vitest'
import type { MemberWithUser } from '#client/index.ts'
import { allMembers } from './all-members.ts'

const members = Array.from({ length: 250 }, (_, at) => ({ id: `member-${at}` }) as MemberWithUser)

test.each([
  [5, 5, []],
  [100, 100, []],
  [100, 250, [100, 200]],
  [3, 5, [3]],
  [5, 4, []],
])('from %i loaded members of %i all are loaded', async (known, total, offsets) => {
  const requested: number[] = []
  const all = await allMembers(members.slice(0, known), total, async ({ limit, offset }) => {
    requested.push(offset)
    // A member left meanwhile: the page overlaps with a loaded member.
    return members.slice(offset - 1, offset + limit).slice(0, total - offset + 1)
  })
  expect(requested).toEqual(offsets)
  expect(all.map(({ id }) => id)).toEqual(members.slice(0, Math.max(known, total)).map(({ id }) => id))
})
