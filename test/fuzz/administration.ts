// An administrator of the platform, and users, sessions, webhooks and dead jobs that only administrative requests use.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { lockDirectory } from '#platform/database/directory/lock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Pools } from './pools.ts'

/** Users to be banned, impersonated, given roles and removed; most of these calls succeed once per user. */
const USERS = 20
/** Browsers with an impersonation session. */
const BROWSERS = 8
const JOBS = 12
/** Webhook endpoints of the operator, each with a recorded event. */
const ENDPOINTS = 8
const KINDS = ['fuzz-email', 'fuzz-export']

/** An administrator of the platform, and users on whom only they act. */
export interface Administration {
  readonly administrator: { readonly token: string; readonly cookie: string }
  readonly spare: readonly TestUser[]
}

/**
 * Creates an administrator and the objects of administrative requests: users with their session tokens and session handles, cookies
 * of browsers with an impersonation session, the names of email templates and the kinds of jobs.
 */
export async function createAdministration(
  server: TestServer,
  { promote, pools }: { readonly promote: (email: string) => Promise<void>; readonly pools: Pools },
): Promise<Administration> {
  const [administrator, ...spare] = await Promise.all(Array.from({ length: USERS + 1 }, () => aUser(server)))
  if (!administrator) throw new Error('No user was created.')
  await promote(administrator.email)
  const signedIn = await server.request('POST', '/api/auth/sign-in/email', { body: { email: administrator.email, password: PASSWORD } })
  const headers = { cookie: cookieHeader(signedIn), origin: server.settings.BASE_URL }
  const post = async (path: string, body: object) => {
    const answer = await server.request('POST', `/api/auth/admin/${path}`, { headers, body })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`)
    return answer
  }
  for (const [at, { id, token }] of spare.entries()) {
    pools.add('own', 'spare user', id)
    pools.add('own', 'spare session', token)
    if (at >= BROWSERS) continue
    const { json } = await post('list-user-sessions', { userId: id })
    pools.add('own', 'spare session', json.sessions[0].token)
    pools.add('own', 'impersonating browser', cookieHeader(await post('impersonate-user', { userId: id })))
  }
  const { json: templates } = await server.request('GET', '/api/auth/admin/list-emails', { headers })
  for (const { name } of templates.emails) pools.add('own', 'email template', name)
  for (let at = 0; at < ENDPOINTS; at += 1) {
    const body = { url: 'http://127.0.0.1:9/accounts', events: ['organization.created'] }
    const { json: endpoint } = await post('webhooks/create-endpoint', body)
    pools.add('own', 'operator endpoint', endpoint.id)
    const { json: event } = await post('webhooks/send-sample', { id: endpoint.id, type: 'user.created' })
    pools.add('own', 'operator event', event.id)
  }
  for (const kind of KINDS) pools.add('own', 'kind of job', kind)
  return { administrator: { token: signedIn.json.token, cookie: headers.cookie }, spare }
}

/** Inserts dead jobs of unknown kinds into the database of a server that has not started; returns their ids. */
export async function insertDeadJobs({
  DATA_DIR,
  DATABASE_URL,
}: {
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string
}): Promise<readonly string[]> {
  const lock = DATABASE_URL === undefined ? await lockDirectory(DATA_DIR) : undefined
  const noop = () => undefined
  const database = await openDatabase(
    { url: DATABASE_URL, directory: `${DATA_DIR}/database` },
    { onSlow: noop, onGap: noop, onFault: noop },
  )
  try {
    await database.migrate()
    const now = new Date()
    const ids = Array.from({ length: JOBS }, () => newId(now))
    for (const [at, id] of ids.entries())
      await database.transaction((tx) =>
        sql`
          insert into jobs (id, kind, payload, run_at, attempts, last_error, dead_at, created_at)
          values (${id}, ${KINDS[at % KINDS.length]}, '{}'::jsonb, ${now}, 12, 'Error: no answer', ${now}, ${now})`.execute(tx),
      )
    return ids
  } finally {
    await database.close()
    await lock?.release()
  }
}
