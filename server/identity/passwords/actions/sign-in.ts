// Signs in by password in four steps:
// 1. Count and read: one statement counts the attempt under the guess limits and reads the user with the password hash.
// 2. Verify: the password is verified against the hash, outside any transaction. A wrong password ends here.
// 3. Guarded write: one batched statement resets the guess count, stores a newer hash and creates the session. Its guard fails if
//    the user or the hash has changed since step 1.
// 4. Retry on change: when the guard fails, the user is read and the password is verified again, then step 3 runs again.
//
// Two queues keep simultaneous sign-ins from delaying signed-in users: `withSignInQueue` starts their requests one per turn of the event
// loop, and steps 1 and 2 take one turn of the hashing queue (decision 32).
import { replaceHash } from '#identity/accounts/index.ts'
import { countRecipient, mayRequestEmail } from '#identity/mail/index.ts'
import { deviceTokenOf } from '#identity/sessions/devices/index.ts'
import { type CreatedSession, signInUser } from '#identity/sessions/index.ts'
import type { User } from '#identity/users/model.ts'
import { queueVerificationEmail } from '#identity/verification/index.ts'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import type { PasswordHasher } from '#platform/crypto/passwords.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import {
  type AttemptResult,
  countAttempt,
  findUserWithPassword,
  type LoginName,
  type SignInAttempt,
  type UserWithPassword,
  unchangedGuard,
} from '../reads.ts'
import { guessLimits } from '../rules.ts'

/** The number of tries of a sign-in when the user changes meanwhile. */
const TRIES = 3

/** The login name and password of a sign-in, and the request. */
export interface SignInInput {
  readonly loginName: LoginName
  readonly password: string
  /** Whether the session outlives the browser. */
  readonly isRemembered: boolean
  /** The redirect target of the verification link, if one is emailed. */
  readonly callbackURL: string | undefined
  /** The refusals of a wrong login name or password, and of a correct password with an unverified email. */
  readonly refusals: { readonly wrong: RefusalEntry; readonly unverified: RefusalEntry }
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** The user and the new session. */
export interface SignInResult extends CreatedSession {
  readonly user: User
}

interface FoundUser extends UserWithPassword {
  readonly hash: string
}

/**
 * Signs in a user by login name and password, in two round trips to the database. An unknown login name, an account without a
 * password and a wrong password take the same steps and get the same response. The hash is computed between the round trips.
 */
export async function signInByPassword(platform: Platform, input: SignInInput): Promise<SignInResult> {
  const { loginName, password, request, refusals, now } = input
  const token = deviceTokenOf(request, platform)
  const deviceDigest = token === undefined ? null : platform.secrets.digest(token)
  const attempt: SignInAttempt = { loginName, network: networkOf(request.ipAddress), deviceDigest, now }
  const { result, matches, newerHash } = await platform.passwords.inTurn((hashing) =>
    countAndVerify(platform, hashing, { attempt, password }),
  )
  const { user, hash } = result.found ?? { hash: null }
  if (!user || hash === null || !matches) {
    await recordFailure(platform, user?.id ?? null, input)
    return refuse(refusals.wrong)
  }
  if (platform.settings.REQUIRE_EMAIL_VERIFICATION && !user.emailVerified) {
    await queueVerificationAgain(platform, user, input)
    refuse(refusals.unverified)
  }
  return writeGuarded(platform, { ...result, found: { user, hash }, newerHash, deviceDigest, input })
}

async function countAndVerify(
  { database, limits }: Platform,
  hashing: PasswordHasher,
  { attempt, password }: { readonly attempt: SignInAttempt; readonly password: string },
) {
  const result = await countAttempt(database.db, limits, attempt)
  if (result.exceeded) throw new TooManyRequests(result.exceeded.rule, result.exceeded.waitSeconds)
  const { matches, isOutdated } = await hashing.verify(password, result.found?.hash ?? null)
  return { result, matches, newerHash: matches && isOutdated ? await hashing.hash(password) : null }
}

async function queueVerificationAgain(platform: Platform, user: User, { callbackURL, request, now }: SignInInput): Promise<void> {
  if (!mayRequestEmail(platform, { request, now })) return
  await platform.database.transaction(async (tx) => {
    const wait = await countRecipient(tx, platform, { to: user.email, purpose: 'verification', share: 'user', now })
    if (wait === 0) await queueVerificationEmail(tx, platform, { user, callbackURL, request, now })
  })
}

async function recordFailure(platform: Platform, userId: string | null, { loginName, request, caller, now }: SignInInput): Promise<void> {
  const details = { [loginName.by]: loginName.name }
  const entry = { action: 'user.sign_in_failed', organizationId: null, userId, caller, details, request, now }
  await batchStatements(platform.database.db, (tx) => platform.audit.append(tx, entry))
}

interface VerifiedSignIn extends Pick<AttemptResult, 'isKnownDevice' | 'hasDevices'> {
  readonly found: FoundUser
  readonly newerHash: string | null
  readonly deviceDigest: string | null
  readonly input: SignInInput
}

async function writeGuarded(platform: Platform, verified: VerifiedSignIn, tries = TRIES): Promise<SignInResult> {
  const { found, input } = verified
  try {
    return await batchStatements(platform.database.db, (tx) => write(tx, platform, verified), unchangedGuard(found))
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error
    const again = tries > 1 ? await verifyAgain(platform, verified) : undefined
    return again ? writeGuarded(platform, again, tries - 1) : refuse(input.refusals.wrong)
  }
}

// The user has changed since the read. A different stored hash may still be of the same password: a concurrent sign-in may have
// rehashed it.
async function verifyAgain(platform: Platform, verified: VerifiedSignIn): Promise<VerifiedSignIn | undefined> {
  const { found, input } = verified
  const { user, hash = null } = (await findUserWithPassword(platform.database.db, found.user.id)) ?? {}
  if (!user || hash === null) return undefined
  if (hash === found.hash) return { ...verified, found: { user, hash } }
  const { matches } = await platform.passwords.verify(input.password, hash)
  return matches ? { ...verified, found: { user, hash }, newerHash: null } : undefined
}

async function write(tx: Tx, platform: Platform, verified: VerifiedSignIn): Promise<SignInResult> {
  const { found, newerHash, deviceDigest, isKnownDevice, hasDevices, input } = verified
  const { loginName, isRemembered, request, caller, now } = input
  const { user, hash } = found
  if (isKnownDevice) await platform.limits.resetStored(tx, guessLimits.device, deviceDigest ?? '')
  else await platform.limits.resetStored(tx, guessLimits.network, `${networkOf(request.ipAddress)} ${loginName.name}`)
  if (newerHash !== null) await replaceHash(tx, hash, { userId: user.id, hash: newerHash, now })
  const browser = isKnownDevice ? 'known' : hasDevices ? 'new' : 'first'
  const created = await signInUser(tx, platform, { user, method: 'password', browser, isRemembered, request, caller, now })
  return { user, ...created }
}
