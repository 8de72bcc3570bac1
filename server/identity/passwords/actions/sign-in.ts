import { replaceHash } from '#identity/accounts/index.ts'
import { deviceTokenOf } from '#identity/devices/index.ts'
import { countRecipient } from '#identity/mail/index.ts'
import { type Begun, beginSession } from '#identity/sign-in/index.ts'
import type { User } from '#identity/users/model.ts'
import { mailVerification } from '#identity/verification/index.ts'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { type Attempted, type Claim, findUserWithPassword, stillIs, takeAttempt, type UserWithPassword } from '../reads.ts'
import { guessing } from '../rules.ts'
import { fewAtOnce } from './few-at-once.ts'

/** How often a person who changes while they sign in is read again. */
const TRIES = 3

/** Who wants to sign in by a password, and where from. */
export interface SigningIn {
  readonly claim: Claim
  readonly password: string
  /** Whether the session outlives the browser. */
  readonly isRemembered: boolean
  /** Where the browser goes after a link that proves the address, if one is mailed. */
  readonly callbackURL: string | undefined
  /** What is answered to a wrong claim or password, and to a right one whose address is not proven. */
  readonly refusals: { readonly wrong: RefusalEntry; readonly unproven: RefusalEntry }
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** The person and the session that has begun. */
export interface SignedIn extends Begun {
  readonly user: User
}

interface Known extends UserWithPassword {
  readonly hash: string
}

/**
 * Signs a person in by a claim and a password, in two messages to the database. A claim that fits nobody, an account without a
 * password and a wrong password take the same steps and get the same answer. The hash is computed between the two.
 */
export async function signInByPassword(platform: Platform, signingIn: SigningIn): Promise<SignedIn> {
  const { claim, password, request, refusals, now } = signingIn
  const token = deviceTokenOf(request, platform)
  const deviceDigest = token === undefined ? null : platform.secrets.digest(token)
  const attempt = { claim, network: networkOf(request.address), deviceDigest, now }
  const attempted = await fewAtOnce(() => takeAttempt(platform.database.db, platform.limits, attempt))
  if (attempted.tooOften) throw new TooOften(attempted.tooOften.rule, attempted.tooOften.waitSeconds)
  const { user, hash } = attempted.known ?? { hash: null }
  const { matches, isOutdated } = await platform.passwords.verify(password, hash)
  if (!user || hash === null || !matches) {
    await recordFailure(platform, user?.id ?? null, signingIn)
    return refuse(refusals.wrong)
  }
  if (platform.settings.REQUIRE_EMAIL_VERIFICATION && !user.emailVerified) {
    await mailAgain(platform, user, signingIn)
    refuse(refusals.unproven)
  }
  const newerHash = isOutdated ? await platform.passwords.hash(password) : null
  return begin(platform, { ...attempted, known: { user, hash }, newerHash, deviceDigest, signingIn })
}

async function mailAgain(platform: Platform, user: User, { callbackURL, now }: SigningIn): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const wait = await countRecipient(tx, platform, { to: user.email, now })
    if (wait === 0) await mailVerification(tx, platform, { user, callbackURL, now })
  })
}

async function recordFailure(platform: Platform, userId: string | null, { claim, request, caller, now }: SigningIn): Promise<void> {
  const details = { [claim.by]: claim.name }
  const entry = { action: 'user.sign_in_failed', organizationId: null, userId, caller, details, request, now }
  await batchStatements(platform.database.db, (tx) => platform.audit.append(tx, entry))
}

interface Proven extends Pick<Attempted, 'isKnownDevice' | 'hasDevices'> {
  readonly known: Known
  readonly newerHash: string | null
  readonly deviceDigest: string | null
  readonly signingIn: SigningIn
}

async function begin(platform: Platform, proven: Proven, tries = TRIES): Promise<SignedIn> {
  const { known, signingIn } = proven
  try {
    return await batchStatements(platform.database.db, (tx) => write(tx, platform, proven), stillIs(known))
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error
    const again = tries > 1 ? await provenAgain(platform, proven) : undefined
    return again ? begin(platform, again, tries - 1) : refuse(signingIn.refusals.wrong)
  }
}

// The person has changed since they were read. Where their stored password is another, it may still be the same one: a sign-in
// beside this one has put it into the present form.
async function provenAgain(platform: Platform, proven: Proven): Promise<Proven | undefined> {
  const { known, signingIn } = proven
  const { user, hash = null } = (await findUserWithPassword(platform.database.db, known.user.id)) ?? {}
  if (!user || hash === null) return undefined
  if (hash === known.hash) return { ...proven, known: { user, hash } }
  const { matches } = await platform.passwords.verify(signingIn.password, hash)
  return matches ? { ...proven, known: { user, hash }, newerHash: null } : undefined
}

async function write(tx: Tx, platform: Platform, proven: Proven): Promise<SignedIn> {
  const { known, newerHash, deviceDigest, isKnownDevice, hasDevices, signingIn } = proven
  const { claim, isRemembered, request, caller, now } = signingIn
  const { user, hash } = known
  if (isKnownDevice) await platform.limits.forgetStored(tx, guessing.device, deviceDigest ?? '')
  else await platform.limits.forgetStored(tx, guessing.network, `${networkOf(request.address)} ${claim.name}`)
  if (newerHash !== null) await replaceHash(tx, hash, { userId: user.id, hash: newerHash, now })
  const browser = isKnownDevice ? 'known' : hasDevices ? 'new' : 'first'
  const begun = await beginSession(tx, platform, { user, method: 'password', browser, isRemembered, request, caller, now })
  return { user, ...begun }
}
