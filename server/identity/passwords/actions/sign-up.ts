import { savePassword } from '#identity/accounts/index.ts'
import { addRecipient, mailing } from '#identity/mail/index.ts'
import { type Begun, beginSession } from '#identity/sign-in/index.ts'
import {
  addressOf,
  createUser,
  hasAdministrator,
  isBootstrapAddress,
  refuseNamesInUse,
  refuseTaken,
  standingOf,
  takenNameOf,
  usernameOf,
  userRefusals,
} from '#identity/users/index.ts'
import type { NewUser, User } from '#identity/users/model.ts'
import { mailVerification } from '#identity/verification/index.ts'
import { invalid, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Settings } from '#platform/config.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { lookForNames } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import type { SignUp } from '../wire.ts'
import { fewAtOnce } from './few-at-once.ts'
import { countTold, tellingCounts } from './limit-telling.ts'
import { refuseNewPassword } from './refuse-new-password.ts'

/** Who wants to sign up, and where from. */
export interface SigningUp {
  readonly wanted: SignUp
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** The new person, and their session where signing up signs in. */
export interface SignedUp {
  readonly user: User
  readonly begun: Begun | null
}

/**
 * Makes a person with an address and a password, in two messages to the database. Refuses in the published order: user name, whether it is switched on,
 * address, password, what is in use, name. Of several at once with one address, one succeeds.
 */
export async function signUp(platform: Platform, signingUp: SigningUp): Promise<SignedUp> {
  const { settings, database, limits } = platform
  const { request, now } = signingUp
  const { password, name, ...fields } = await checked(signingUp.wanted, settings)
  const asking = { email: fields.email, request, now }
  const isProving = settings.REQUIRE_EMAIL_VERIFICATION || settings.SEND_VERIFICATION_ON_SIGN_UP
  const told = tellingCounts(asking)
  const counts = isProving ? [...told, [mailing.recipient, fields.email] as const] : told
  const { waits, ...used } = await fewAtOnce(() => lookForNames(database.db, limits, { ...fields, counts, now }))
  told.forEach(([rule], at) => {
    if (waits[at]) throw new TooOften(rule, waits[at])
  })
  if (used.email) await database.transaction((tx) => countTold(tx, platform, asking))
  refuseNamesInUse(used)
  if (name === undefined) refuse(userRefusals.failedToCreateUser)
  const bootstrap = { address: settings.BOOTSTRAP_ADMIN_EMAIL, isProduction: settings.isProduction }
  const isFirst = isBootstrapAddress(fields.email, bootstrap) && !(await hasAdministrator(database.db))
  const person = { ...fields, name, ...standingOf(isFirst) }
  const hash = await platform.passwords.hash(password)
  const isMailed = isProving && !person.emailVerified && !waits[told.length]
  return batchStatements(database.db, (tx) => write(tx, platform, { person, hash, isMailed, signingUp })).catch((error: unknown) => {
    const taken = takenNameOf(error)
    if (taken) refuseTaken(taken)
    throw error
  })
}

async function checked(wanted: SignUp, settings: Settings) {
  const usernames = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
  const username = wanted.username === undefined ? null : usernameOf(wanted.username, usernames)
  refuseWhen(settings.EMAIL_AND_PASSWORD_DISABLED || settings.SIGN_UP_DISABLED, passwordRefusals.signUpNotEnabled)
  const email = addressOf(wanted.email ?? '')
  const { password } = wanted
  if (password === undefined) invalid([{ loc: ['body', 'password'], msg: 'Required', type: 'missing' }])
  await refuseNewPassword(password, settings)
  const displayUsername = wanted.displayUsername || (wanted.username ?? null)
  return { email, password, username, displayUsername, name: wanted.name, image: wanted.image ?? null }
}

interface Writing {
  readonly person: Omit<NewUser, 'id'>
  readonly hash: string
  /** Whether a link is mailed that proves the address. */
  readonly isMailed: boolean
  readonly signingUp: SigningUp
}

async function write(tx: Tx, platform: Platform, { person, hash, isMailed, signingUp }: Writing): Promise<SignedUp> {
  const { request, caller, now } = signingUp
  const { REQUIRE_EMAIL_VERIFICATION, AUTO_SIGN_IN_DISABLED } = platform.settings
  const user = await createUser(tx, platform, { ...person, now })
  await savePassword(tx, { userId: user.id, hash, now })
  await platform.audit.append(tx, { action: 'user.signed_up', organizationId: null, userId: user.id, caller, request, now })
  if (isMailed) {
    // Counted like any other letter: whoever signs up, gives the address away and signs up again would else mail without end.
    await addRecipient(tx, platform, { to: user.email, now })
    await mailVerification(tx, platform, { user, callbackURL: signingUp.wanted.callbackURL, now })
  }
  if (REQUIRE_EMAIL_VERIFICATION || AUTO_SIGN_IN_DISABLED) return { user, begun: null }
  return {
    user,
    begun: await beginSession(tx, platform, { user, method: 'sign-up', browser: 'first', isRemembered: true, request, caller, now }),
  }
}
