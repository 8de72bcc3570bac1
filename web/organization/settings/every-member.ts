import type { MemberWithUser } from '#client/index.ts'

/** Members that are asked for at once. */
const atOnce = 100

/**
 * Everybody of an organization, of whom some are known: what is told of an organization whole shows as many members as its limit allows, which is
 * fewer than there are where the limit was lowered. `ask` gives a page in the same order.
 */
export async function everyMember(
  known: readonly MemberWithUser[],
  total: number,
  ask: (page: { limit: number; offset: number }) => Promise<readonly MemberWithUser[]>,
): Promise<readonly MemberWithUser[]> {
  const all = new Map(known.map((member) => [member.id, member]))
  for (let offset = known.length; offset < total; offset += atOnce)
    for (const member of await ask({ limit: atOnce, offset })) all.set(member.id, member)
  return [...all.values()]
}
