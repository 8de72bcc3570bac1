import { type Route, route } from '#platform/http/route.ts'
import { ENTRIES_USUAL } from './model.ts'
import { listSecurityEntries } from './reads.ts'
import { whose } from './rules.ts'
import { entriesAnswer, entriesQuery, toSecurityEntryWire } from './wire.ts'

const list = route({
  method: 'GET',
  path: '/api/auth/list-audit-entries',
  name: 'auth:list-audit-entries',
  summary: "Lists what was done to the caller's account, the latest first.",
  access: 'session',
  addition: true,
  query: entriesQuery,
  answer: entriesAnswer,
  handle: async ({ db, query, caller }) => {
    const { limit = ENTRIES_USUAL, before, userId } = query
    // One more than is shown tells whether there is another page.
    const found = await listSecurityEntries(db, { userId: whose(caller.user, userId), limit: limit + 1, before })
    const entries = found.slice(0, limit)
    const last = found.length > limit ? entries.at(-1) : undefined
    return { entries: entries.map((entry) => toSecurityEntryWire(entry, caller.session.id)), nextBefore: last?.id ?? null }
  },
})

export const routes: readonly Route[] = [list]
