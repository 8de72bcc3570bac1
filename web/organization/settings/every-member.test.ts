import { expect, test } from 'vitest'
import type { MemberWithUser } from '#client/index.ts'
import { everyMember } from './every-member.ts'

const members = Array.from({ length: 250 }, (_, at) => ({ id: `member-${at}` }) as MemberWithUser)

test.each([
  [5, 5, []],
  [100, 100, []],
  [100, 250, [100, 200]],
  [3, 5, [3]],
  [5, 4, []],
])('of %i known members among %i all are known in the end', async (known, total, offsets) => {
  const asked: number[] = []
  const all = await everyMember(members.slice(0, known), total, async ({ limit, offset }) => {
    asked.push(offset)
    // Somebody left meanwhile: one who is known comes again.
    return members.slice(offset - 1, offset + limit).slice(0, total - offset + 1)
  })
  expect(asked).toEqual(offsets)
  expect(all.map(({ id }) => id)).toEqual(members.slice(0, Math.max(known, total)).map(({ id }) => id))
})
