import { type RawBuilder, sql } from 'kysely'
import { CREDENTIAL } from '#identity/accounts/index.ts'
import { isVerifiedAttended, type NamesInUse, users } from '#identity/users/index.ts'
import { type User, userColumns } from '#identity/users/model.ts'
import { present } from '#kernel/assert.ts'
import type { Guard } from '#platform/database/batch-statements.ts'
import type { Database } from '#platform/database/database.ts'
import { type PreparedRead, preparedReadOf } from '#platform/database/prepared-statements.ts'
import type { LimitRule, Limits } from '#platform/limits/limits.ts'
import { guessLimits } from './rules.ts'

/** A user with the password hash; null for a user without a password. */
export interface UserWithPassword {
  readonly user: User
  readonly hash: string | null
}

/** The user of this id, with the password hash, and whether the email was verified attended (decision 38): one statement. */
export async function findUserWithPassword(
  db: Database,
  userId: string,
): Promise<(UserWithPassword & { readonly isVerifiedAttended: boolean }) | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', CREDENTIAL))
    .select([...users.aliases, 'accounts.password as hash', isVerifiedAttended.as('isVerifiedAttended')])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { hash, isVerifiedAttended: isAttended, ...user } = row
  return { user, hash, isVerifiedAttended: isAttended }
}

/** The email or user name of a sign-in, in the form in which it is stored. */
export interface LoginName {
  readonly by: 'email' | 'username'
  readonly name: string
}

/** One attempt to sign in by a password. */
export interface SignInAttempt {
  readonly loginName: LoginName
  /** The network of the request. */
  readonly network: string
  /** The digest of the browser's device token, if it has one. */
  readonly deviceDigest: string | null
  readonly now: Date
}

/** The user of an attempt, and whether the attempt exceeds a limit. */
export interface AttemptResult {
  /** Undefined when no user has the login name: the attempt is counted all the same. */
  readonly found: UserWithPassword | undefined
  /** Whether the user has signed in with this browser before, and with any browser. */
  readonly isKnownDevice: boolean
  readonly hasDevices: boolean
  /** The exceeded rule, and the seconds to wait. */
  readonly exceeded: { readonly rule: LimitRule; readonly waitSeconds: number } | undefined
}

interface AttemptRow extends User {
  readonly hash: string | null
  readonly isKnownDevice: boolean
  readonly hasDevices: boolean
  readonly isCounted: boolean
  readonly isNetworkCounted: boolean
  readonly waitsUntil: Date | null
}

const matchedUserColumns = sql.join(Object.keys(userColumns).map((name) => sql.ref(`matched_user.${name}`)))

/** The parameters of the statement of an attempt. */
interface AttemptValues extends Pick<SignInAttempt, 'network' | 'deviceDigest' | 'now'> {
  readonly name: string
}

type AttemptReads = Readonly<Record<LoginName['by'], PreparedRead<AttemptRow, AttemptValues>>>

/** Every sign-in runs one of these statements, so each is compiled once. */
const attemptReads = new WeakMap<Limits, AttemptReads>()

function attemptRead(limits: Limits, by: LoginName['by']): PreparedRead<AttemptRow, AttemptValues> {
  const column = sql.ref(`users.${by}`)
  return preparedReadOf((db, { name, network, deviceDigest, now }) => {
    // Counted by login name, never by user: otherwise guesses at a user name would count for the email and disclose it.
    const key = sql<string>`${name}::text`
    const networkKey = sql<string>`(${network}::text || ' ' || ${name}::text)`
    const deviceKey = sql<string>`coalesce(${deviceDigest}::text, '')`
    const take = (rule: LimitRule, of: RawBuilder<string>, when: RawBuilder<boolean>) => limits.hitStatement({ rule, key: of, when, now })
    const endOf = (rule: LimitRule, of: RawBuilder<string>) =>
      sql`(select expires_at from limit_counts where name = ${rule.name} and key = ${of})`
    return sql<AttemptRow>`
      with matched_user as (
        select ${users.modelSelection()}, accounts.password as hash from users
        left join accounts on accounts.user_id = users.id and accounts.provider_id = ${CREDENTIAL}
        where ${column} = ${name}
      ), device as (
        select devices.id from devices join matched_user on matched_user.id = devices.user_id where devices.token_digest = ${deviceDigest}::text
      ), by_device as (${take(guessLimits.device, deviceKey, sql`exists (select from device)`)}
      ), by_network as (${take(guessLimits.network, networkKey, sql`not exists (select from device)`)}
      ), by_account as (${take(guessLimits.account, key, sql`exists (select from by_network)`)})
      select ${matchedUserColumns}, matched_user.hash, exists (select from device) as "isKnownDevice",
        exists (select from devices where devices.user_id = matched_user.id) as "hasDevices",
        exists (select from by_device) or exists (select from by_account) as "isCounted", exists (select from by_network) as "isNetworkCounted",
        case when exists (select from device) then ${endOf(guessLimits.device, deviceKey)}
          when exists (select from by_network) then ${endOf(guessLimits.account, key)}
          else ${endOf(guessLimits.network, networkKey)} end as "waitsUntil"
      from (select 1) as one left join matched_user on true`.compile(db)
  })
}

/**
 * Counts an attempt and reads its user, in one statement. A network above its own limit does not use up the limit of the account. A
 * known browser has a limit of its own, so guesses from elsewhere never lock it out.
 */
export async function countAttempt(db: Database, limits: Limits, { loginName, ...attempt }: SignInAttempt): Promise<AttemptResult> {
  const reads = attemptReads.get(limits) ?? { email: attemptRead(limits, 'email'), username: attemptRead(limits, 'username') }
  attemptReads.set(limits, reads)
  const [row] = await reads[loginName.by](db, { ...attempt, name: loginName.name })
  return toAttemptResult(present(row, 'The row of a sign-in attempt'), limits, attempt.now)
}

function toAttemptResult(row: AttemptRow, limits: Limits, now: Date): AttemptResult {
  const { hash, isKnownDevice, hasDevices, isCounted, isNetworkCounted, waitsUntil, ...user } = row
  const rule = isKnownDevice ? guessLimits.device : isNetworkCounted ? guessLimits.account : guessLimits.network
  const exceeded = isCounted ? undefined : { rule, waitSeconds: limits.secondsUntil(rule, waitsUntil, now) }
  // Without a matching user all user columns are null.
  return { found: user.id === null ? undefined : { user, hash }, isKnownDevice, hasDevices, exceeded }
}

/**
 * A guard for batched statements: user and password hash are unchanged since they were read, and stay locked until the commit. A
 * sign-in whose password was changed during its verification fails. The lock has the strength of an update: two transactions with a
 * weaker lock that then update the row would deadlock.
 */
export function unchangedGuard({ user, hash }: UserWithPassword): Guard {
  return {
    holds: sql`
      select true from users join accounts on accounts.user_id = users.id
      where users.id = ${user.id} and users.updated_at = ${user.updatedAt} and accounts.provider_id = ${CREDENTIAL}
        and accounts.password = ${hash} for no key update`,
  }
}

/** The names of a new user that are in use, and the seconds to wait under each limit: one statement. */
export async function findNamesInUse(
  db: Database,
  limits: Limits,
  query: {
    readonly email: string
    readonly username: string | null
    readonly counts: readonly (readonly [rule: LimitRule, key: string])[]
    readonly now: Date
  },
): Promise<NamesInUse & { readonly waits: readonly number[] }> {
  const waits = query.counts.map(([rule, key]) => limits.blockedUntil(rule, key, query.now))
  const { rows } = await sql<NamesInUse & { ends: (Date | null)[] }>`
    select exists (select from users where email = ${query.email}::text) as email,
      exists (select from users where username = ${query.username}::text) as username,
      array[${sql.join(waits)}]::timestamptz[] as ends`.execute(db)
  const { ends, ...used } = present(rows[0], 'The row of a name lookup')
  return { ...used, waits: query.counts.map(([rule], at) => (ends[at] ? limits.secondsUntil(rule, ends[at], query.now) : 0)) }
}
