import { sql } from 'kysely'
import { isId } from '#kernel/id.ts'
import type { Database } from '#platform/database/database.ts'
import type { Candidate, TakenNames } from './model.ts'

interface Row {
  readonly id: string
  readonly email: string
  readonly username: string | null
}

/** Finds which of the candidates' emails, user names and ids are taken: one statement. */
export async function findTakenNames(db: Database, candidates: readonly Candidate[]): Promise<TakenNames> {
  const users = candidates.map(({ user }) => user)
  const usernames = users.flatMap(({ username }) => username ?? [])
  const ids = candidates.flatMap(({ sourceId }) => (sourceId !== null && isId(sourceId) ? sourceId : []))
  const { rows } = await sql<Row>`
    select id, email, username from users where email = any(${users.map(({ email }) => email)}::text[])
    union select id, email, username from users where username = any(${usernames}::text[])
    union select id, email, username from users where id = any(${ids}::uuid[])`.execute(db)
  return {
    emails: new Set(rows.map(({ email }) => email)),
    usernames: new Set(rows.flatMap(({ username }) => username ?? [])),
    ids: new Set(rows.map(({ id }) => id)),
  }
}
