import type { MemberWithUser } from '#client/index.ts'

const pageSize = 100

/**
 * Loads the members of an organization that are not in `known` yet. The full organization contains only as many members as its limit
 * allows, which can be fewer than it has after the limit was lowered. `fetchPage` returns a page in the same order.
 */
export async function allMembers(
  known: readonly MemberWithUser[],
  total: number,
  fetchPage: (page: { limit: number; offset: number }) => Promise<readonly MemberWithUser[]>,
): Promise<readonly MemberWithUser[]> {
  const all = new Map(known.map((member) => [member.id, member]))
  for (let offset = known.length; offset < total; offset += pageSize)
    for (const member of await fetchPage({ limit: pageSize, offset })) all.set(member.id, member)
  return [...all.values()]
}
