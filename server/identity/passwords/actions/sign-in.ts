import { replaceHash } from '#identity/accounts/index.ts'
import { type Begun, beginSession } from '#identity/sign-in/index.ts'
import { addressOf } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RequestFacts } from '#platform/http/exchange.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { Platform } from '#platform/platform.ts'
import { findUserWithPassword, holdUserWithPassword, type UserWithPassword } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import { guessing } from '../rules.ts'
import type { SignIn } from '../wire.ts'

/** Who wants to sign in, and where from. */
export interface SigningIn {
  readonly given: SignIn
  readonly request: RequestFacts
  readonly caller: Caller
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/** The person and the session that has begun. */
export interface SignedIn extends Begun {
  readonly user: User
}

/**
 * Signs a person in by address and password. An unknown address, an account without a password and a wrong password take the
 * same steps and get the same answer. The hash is computed outside any transaction; guesses are counted before it.
 */
export async function signInByEmail(platform: Platform, signingIn: SigningIn): Promise<SignedIn> {
  const { settings } = platform
  const { given, transaction } = signingIn
  refuseWhen(settings.EMAIL_AND_PASSWORD_DISABLED, passwordRefusals.signInNotEnabled)
  const email = addressOf(given.email)
  const known = await transaction((tx) => countGuess(tx, platform, { email, signingIn }))
  const { matches, isOutdated } = await platform.passwords.verify(given.password, known?.hash ?? null)
  if (!known?.hash || !matches) {
    await transaction((tx) => recordFailure(tx, platform, { email, known, signingIn }))
    return refuse(passwordRefusals.invalidEmailOrPassword)
  }
  refuseWhen(settings.REQUIRE_EMAIL_VERIFICATION && !known.user.emailVerified, passwordRefusals.emailNotVerified)
  const newerHash = isOutdated ? await platform.passwords.hash(given.password) : null
  const proven = { userId: known.user.id, hash: known.hash, newerHash, email, signingIn }
  return transaction((tx) => begin(tx, platform, proven))
}

interface Guess {
  readonly email: string
  readonly signingIn: SigningIn
}

// Counted for every address alike, known or not, so that the limit tells nothing either.
async function countGuess(tx: Tx, { limits }: Platform, { email, signingIn }: Guess): Promise<UserWithPassword | undefined> {
  for (const [rule, key] of [[guessing.network, networkKey(email, signingIn)] as const, [guessing.account, email] as const]) {
    const wait = await limits.hitStored(tx, rule, key, signingIn.now)
    if (wait > 0) throw new TooOften(rule, wait)
  }
  return findUserWithPassword(tx, email)
}

function networkKey(email: string, { request }: SigningIn): string {
  return `${networkOf(request.address)} ${email}`
}

async function recordFailure(
  tx: Tx,
  { audit }: Platform,
  { email, known, signingIn }: Guess & { readonly known: UserWithPassword | undefined },
): Promise<void> {
  const { request, caller, now } = signingIn
  const userId = known?.user.id ?? null
  await audit.append(tx, { action: 'user.sign_in_failed', organizationId: null, userId, caller, details: { email }, request, now })
}

interface Proven extends Guess {
  readonly userId: string
  readonly hash: string
  readonly newerHash: string | null
}

async function begin(tx: Tx, platform: Platform, { userId, hash, newerHash, email, signingIn }: Proven): Promise<SignedIn> {
  const { given, request, caller, now } = signingIn
  const user = (await holdUserWithPassword(tx, userId, hash)) ?? refuse(passwordRefusals.invalidEmailOrPassword)
  await platform.limits.forgetStored(tx, guessing.network, networkKey(email, signingIn))
  if (newerHash !== null) await replaceHash(tx, hash, { userId, hash: newerHash, now })
  const begun = await beginSession(tx, platform, {
    user,
    method: 'password',
    isRemembered: given.rememberMe !== false,
    request,
    caller,
    now,
  })
  return { user, ...begun }
}
