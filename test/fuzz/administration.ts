// Who runs the platform, and whom and what they may try it on: people, sessions and jobs that nobody else needs.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { lockDirectory } from '#platform/database/directory/lock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Pools } from './known.ts'

/** People to be banned, lent, given roles and removed: most of what is done to them is done once. */
const PEOPLE = 20
/** Browsers in which an administrator is somebody else. */
const BROWSERS = 8
const JOBS = 12
const KINDS = ['fuzz-letter', 'fuzz-parcel']

/** An administrator of the platform, and people whom they alone deal with. */
export interface Administration {
  readonly administrator: { readonly token: string; readonly cookie: string }
  readonly spare: readonly TestUser[]
}

/**
 * Makes an administrator, and what they deal with: people with their sessions by token and by name, browsers with a borrowed session
 * beside the administrator's own, the names of letters and of kinds of jobs.
 */
export async function administeredBy(
  server: TestServer,
  { promote, pools }: { readonly promote: (email: string) => Promise<void>; readonly pools: Pools },
): Promise<Administration> {
  const [boss, ...spare] = await Promise.all(Array.from({ length: PEOPLE + 1 }, () => aUser(server)))
  if (!boss) throw new Error('There is nobody.')
  await promote(boss.email)
  const signedIn = await server.request('POST', '/api/auth/sign-in/email', { body: { email: boss.email, password: PASSWORD } })
  const headers = { cookie: cookieHeader(signedIn), origin: server.settings.BASE_URL }
  const act = async (path: string, body: object) => {
    const answer = await server.request('POST', `/api/auth/admin/${path}`, { headers, body })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`)
    return answer
  }
  for (const [at, { id, token }] of spare.entries()) {
    pools.add('own', 'spare person', id)
    pools.add('own', 'spare session', token)
    if (at >= BROWSERS) continue
    const { json } = await act('list-user-sessions', { userId: id })
    pools.add('own', 'spare session', json.sessions[0].token)
    pools.add('own', 'borrowed browser', cookieHeader(await act('impersonate-user', { userId: id })))
  }
  const { json: letters } = await server.request('GET', '/api/auth/admin/list-emails', { headers })
  for (const { name } of letters.emails) pools.add('own', 'letter', name)
  for (const kind of KINDS) pools.add('own', 'kind of job', kind)
  return { administrator: { token: signedIn.json.token, cookie: headers.cookie }, spare }
}

/** Writes jobs that were given up into the database of a server that has not begun; gives their ids. Of kinds that nobody runs. */
export async function deadJobs({
  DATA_DIR,
  DATABASE_URL,
}: {
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string
}): Promise<readonly string[]> {
  const held = DATABASE_URL === undefined ? await lockDirectory(DATA_DIR) : undefined
  const nothing = () => undefined
  const database = await openDatabase(
    { url: DATABASE_URL, directory: `${DATA_DIR}/database` },
    { onSlow: nothing, onGap: nothing, onFault: nothing },
  )
  try {
    await database.migrate()
    const now = new Date()
    const ids = Array.from({ length: JOBS }, () => newId(now))
    for (const [at, id] of ids.entries())
      await database.transaction((tx) =>
        sql`
          insert into jobs (id, kind, payload, run_at, attempts, last_error, dead_at, created_at)
          values (${id}, ${KINDS[at % KINDS.length]}, '{}'::jsonb, ${now}, 12, 'Error: nobody answered', ${now}, ${now})`.execute(tx),
      )
    return ids
  } finally {
    await database.close()
    await held?.release()
  }
}
