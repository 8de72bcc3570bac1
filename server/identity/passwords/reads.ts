import { type RawBuilder, sql } from 'kysely'
import { CREDENTIAL } from '#identity/accounts/index.ts'
import { type NamesInUse, userColumns } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { present } from '#kernel/assert.ts'
import type { Guard } from '#platform/database/batch-statements.ts'
import type { Database } from '#platform/database/database.ts'
import { type PreparedRead, preparedReadOf } from '#platform/database/prepared.ts'
import type { LimitRule, Limits } from '#platform/limits/limits.ts'
import { guessing } from './rules.ts'

/** A person and the hash of their password; null for one without a password. */
export interface UserWithPassword {
  readonly user: User
  readonly hash: string | null
}

/** A person by their id, with the hash of their password: one statement. */
export async function findUserWithPassword(db: Database, userId: string): Promise<UserWithPassword | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', CREDENTIAL))
    .select([...userColumns, 'accounts.password as hash'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { hash, ...user } = row
  return { user, hash }
}

/** By what somebody says who they are: an address or a user name, in the form in which it is stored. */
export interface Claim {
  readonly by: 'email' | 'username'
  readonly name: string
}

/** One attempt to prove a claim by a password. */
export interface Attempt {
  readonly claim: Claim
  /** The network it comes from. */
  readonly network: string
  /** Digest of the token of the browser it comes from, where it has one. */
  readonly deviceDigest: string | null
  readonly now: Date
}

/** Who the attempt is about, and how long it has to wait. */
export interface Attempted {
  /** Nobody, where the claim fits nobody: the attempt was counted all the same. */
  readonly known: UserWithPassword | undefined
  /** Whether the person has signed in with this browser before, and with any. */
  readonly isKnownDevice: boolean
  readonly hasDevices: boolean
  /** The rule that it went against, and the seconds to wait. */
  readonly tooOften: { readonly rule: LimitRule; readonly waitSeconds: number } | undefined
}

interface AttemptRow extends User {
  readonly hash: string | null
  readonly isKnownDevice: boolean
  readonly hasDevices: boolean
  readonly isCounted: boolean
  readonly isNetworkCounted: boolean
  readonly waitsUntil: Date | null
}

const personColumns = sql.raw(userColumns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', '))
const personNames = sql.raw(userColumns.map((column) => `person."${/ as (\w+)$/.exec(column)?.[1]}"`).join(', '))

/** What a statement for an attempt is given. */
interface AttemptValues extends Pick<Attempt, 'network' | 'deviceDigest' | 'now'> {
  readonly name: string
}

type AttemptReads = Readonly<Record<Claim['by'], PreparedRead<AttemptRow, AttemptValues>>>

/** Everybody who signs in sends one of these: they are compiled once. */
const attemptReads = new WeakMap<Limits, AttemptReads>()

function attemptRead(limits: Limits, by: Claim['by']): PreparedRead<AttemptRow, AttemptValues> {
  const column = sql.ref(`users.${by}`)
  return preparedReadOf((db, { name, network, deviceDigest, now }) => {
    // By what is claimed, never by whose it is: guesses at a user name would else be felt at the address, and tell of it.
    const key = sql<string>`${name}::text`
    const networkKey = sql<string>`(${network}::text || ' ' || ${name}::text)`
    const deviceKey = sql<string>`coalesce(${deviceDigest}::text, '')`
    const take = (rule: LimitRule, of: RawBuilder<string>, when: RawBuilder<boolean>) => limits.taking({ rule, key: of, when, now })
    const endOf = (rule: LimitRule, of: RawBuilder<string>) =>
      sql`(select expires_at from limit_counts where name = ${rule.name} and key = ${of})`
    return sql<AttemptRow>`
      with person as (
        select ${personColumns}, accounts.password as hash from users
        left join accounts on accounts.user_id = users.id and accounts.provider_id = ${CREDENTIAL}
        where ${column} = ${name}
      ), device as (
        select devices.id from devices join person on person.id = devices.user_id where devices.token_digest = ${deviceDigest}::text
      ), by_device as (${take(guessing.device, deviceKey, sql`exists (select from device)`)}
      ), by_network as (${take(guessing.network, networkKey, sql`not exists (select from device)`)}
      ), by_account as (${take(guessing.account, key, sql`exists (select from by_network)`)})
      select ${personNames}, person.hash, exists (select from device) as "isKnownDevice",
        exists (select from devices where devices.user_id = person.id) as "hasDevices",
        exists (select from by_device) or exists (select from by_account) as "isCounted", exists (select from by_network) as "isNetworkCounted",
        case when exists (select from device) then ${endOf(guessing.device, deviceKey)}
          when exists (select from by_network) then ${endOf(guessing.account, key)}
          else ${endOf(guessing.network, networkKey)} end as "waitsUntil"
      from (select 1) as one left join person on true`.compile(db)
  })
}

/**
 * Counts an attempt and reads whom it is about, in one statement. What is counted for one network spends nothing of the
 * account's count once it is too many, and a browser that is known is counted alone: nobody else's guesses lock it out.
 */
export async function takeAttempt(db: Database, limits: Limits, { claim, ...attempt }: Attempt): Promise<Attempted> {
  const reads = attemptReads.get(limits) ?? { email: attemptRead(limits, 'email'), username: attemptRead(limits, 'username') }
  attemptReads.set(limits, reads)
  const [row] = await reads[claim.by](db, { ...attempt, name: claim.name })
  return attemptedBy(present(row, 'The row of an attempt'), limits, attempt.now)
}

function attemptedBy(row: AttemptRow, limits: Limits, now: Date): Attempted {
  const { hash, isKnownDevice, hasDevices, isCounted, isNetworkCounted, waitsUntil, ...user } = row
  const rule = isKnownDevice ? guessing.device : isNetworkCounted ? guessing.account : guessing.network
  const tooOften = isCounted ? undefined : { rule, waitSeconds: limits.secondsUntil(rule, waitsUntil, now) }
  // Without a person all of their columns are empty.
  return { known: user.id === null ? undefined : { user, hash }, isKnownDevice, hasDevices, tooOften }
}

/**
 * A guard for gathered writes: the person and the hash of their password still are what was read, and stay it while they are
 * written. A password changed while another was checked lets nobody in. The lock is the one that writing takes: two that held a
 * weaker one and then wrote would wait for each other.
 */
export function stillIs({ user, hash }: UserWithPassword): Guard {
  return {
    holds: sql`
      select true from users join accounts on accounts.user_id = users.id
      where users.id = ${user.id} and users.updated_at = ${user.updatedAt} and accounts.provider_id = ${CREDENTIAL}
        and accounts.password = ${hash} for no key update`,
  }
}

/** Which of a new person's names are in use, and how long whoever asks has to wait for the answer: one statement. */
export async function lookForNames(
  db: Database,
  limits: Limits,
  asked: {
    readonly email: string
    readonly username: string | null
    readonly counts: readonly (readonly [rule: LimitRule, key: string])[]
    readonly now: Date
  },
): Promise<NamesInUse & { readonly waits: readonly number[] }> {
  const waits = asked.counts.map(([rule, key]) => limits.waiting(rule, key, asked.now))
  const { rows } = await sql<NamesInUse & { ends: (Date | null)[] }>`
    select exists (select from users where email = ${asked.email}::text) as email,
      exists (select from users where username = ${asked.username}::text) as username,
      array[${sql.join(waits)}]::timestamptz[] as ends`.execute(db)
  const { ends, ...used } = present(rows[0], 'The row of a look')
  return { ...used, waits: asked.counts.map(([rule], at) => (ends[at] ? limits.secondsUntil(rule, ends[at], asked.now) : 0)) }
}
