// Inserts passive users by SQL, each with a password and a session, ours with a device too.
import { query } from '../rivals/rivals.ts'

/** The number of users of a large installation. */
export const BULK_USERS = 100_000

const WHEN = `timestamptz '2026-01-01 00:00:00Z' + make_interval(secs => n)`
const LATER = `timestamptz '2126-01-01 00:00:00Z'`

const OURS = [
  `create temp table bulk_users as select n, gen_random_uuid() as id, ${WHEN} as at from generate_series(1, ${BULK_USERS}) as n`,
  `insert into users (id, name, email, is_email_verified, created_at, updated_at)
   select id, 'Blaise Pascal', 'filled-' || n || '@example.test', true, at, at from bulk_users`,
  `insert into accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
   select gen_random_uuid(), id, 'credential', id::text, 'none', at, at from bulk_users`,
  `insert into sessions (id, user_id, token_digest, sealed_token, is_remembered, ip_address, user_agent, expires_at, last_seen_at, created_at, updated_at)
   select gen_random_uuid(), id, encode(sha256(id::text::bytea), 'hex'), repeat('x', 80), true, '20.0.0.1', 'bench', ${LATER}, at, at, at from bulk_users`,
  `insert into devices (id, user_id, token_digest, user_agent, last_seen_at, created_at)
   select gen_random_uuid(), id, encode(sha256(id::text::bytea), 'hex'), 'bench', at, at from bulk_users`,
]

/** The documented tables of a rival: text ids of 32 characters. */
const THEIRS = [
  `create temp table bulk_users as select n, md5('user' || n) as id, ${WHEN} as at from generate_series(1, ${BULK_USERS}) as n`,
  `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
   select id, 'Blaise Pascal', 'filled-' || n || '@example.test', true, at, at from bulk_users`,
  `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
   select md5('account' || n), id, 'credential', id, 'none', at, at from bulk_users`,
  `insert into session (id, "userId", token, "ipAddress", "userAgent", "expiresAt", "createdAt", "updatedAt")
   select md5('session' || n), id, md5('token' || n), '20.0.0.1', 'bench', ${LATER}, at, at from bulk_users`,
]

/** Inserts the users into a database of ours, or of a rival. */
export async function insertUsers(databaseUrl: string, whose: 'ours' | 'theirs'): Promise<void> {
  await query(databaseUrl, (whose === 'ours' ? OURS : THEIRS).join(';\n'))
  await query(databaseUrl, 'vacuum analyze')
}
