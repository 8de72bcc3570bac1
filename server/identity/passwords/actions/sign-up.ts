import { savePassword } from '#identity/accounts/index.ts'
import { addRecipient, mayRequestEmail, recipientRule } from '#identity/mail/index.ts'
import { storeImage } from '#identity/pictures/index.ts'
import { type CreatedSession, signInUser } from '#identity/sessions/index.ts'
import {
  createUser,
  hasAdministrator,
  initialRoleOf,
  isBootstrapEmail,
  parseEmail,
  parseUsername,
  refuseNamesInUse,
  refuseTakenName,
  takenNameOf,
  userRefusals,
} from '#identity/users/index.ts'
import type { NewUser, User } from '#identity/users/model.ts'
import { queueVerificationEmail } from '#identity/verification/index.ts'
import { invalid, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Settings } from '#platform/config.ts'
import type { PasswordHasher } from '#platform/crypto/passwords.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findNamesInUse } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import type { SignUpBody } from '../wire.ts'
import { countDisclosure, disclosureCounts } from './limit-disclosure.ts'
import { refuseNewPassword } from './refuse-new-password.ts'

/** The body of a sign-up, and the request. */
export interface SignUpInput {
  readonly body: SignUpBody
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** The new user, and the session if signing up signs in. */
export interface SignUpResult {
  readonly user: User
  readonly newSession: CreatedSession | null
}

/**
 * Creates a user with an email and a password, in two round trips. Refuses in the published order: user name, disabled sign-up,
 * email, password, names in use, name. Of several concurrent sign-ups with one email, one succeeds.
 */
export async function signUp(platform: Platform, input: SignUpInput): Promise<SignUpResult> {
  const { request, now } = input
  const { password, ...newUser } = await validate(input.body, platform.settings)
  // One turn of the hashing queue: as many sign-ups query the database at once as can hash.
  const prepared = await platform.passwords.inTurn((hashing) => prepare(platform, hashing, { newUser, password, request, now }))
  return batchStatements(platform.database.db, (tx) => write(tx, platform, { ...prepared, input })).catch((error: unknown) => {
    const taken = takenNameOf(error)
    if (taken) refuseTakenName(taken)
    throw error
  })
}

interface PrepareInput extends Pick<SignUpInput, 'request' | 'now'> {
  readonly newUser: Omit<Awaited<ReturnType<typeof validate>>, 'password'>
  readonly password: string
}

/** Refuses names in use, and hashes the password. */
async function prepare(
  { settings, database, limits }: Platform,
  hashing: PasswordHasher,
  { newUser: { name, ...fields }, password, request, now }: PrepareInput,
): Promise<Omit<WriteInput, 'input'>> {
  const disclosure = { email: fields.email, request, now }
  const isVerifying = settings.REQUIRE_EMAIL_VERIFICATION || settings.SEND_VERIFICATION_ON_SIGN_UP
  const disclosures = disclosureCounts(disclosure)
  const counts = isVerifying ? [...disclosures, [recipientRule('verification'), fields.email] as const] : disclosures
  const { waits, ...used } = await findNamesInUse(database.db, limits, { ...fields, counts, now })
  disclosures.forEach(([rule], at) => {
    if (waits[at]) throw new TooManyRequests(rule, waits[at])
  })
  if (used.email) await database.transaction((tx) => countDisclosure(tx, { limits }, disclosure))
  refuseNamesInUse(used)
  if (name === undefined) refuse(userRefusals.failedToCreateUser)
  const bootstrap = { bootstrapEmail: settings.BOOTSTRAP_ADMIN_EMAIL, isProduction: settings.isProduction }
  const isFirst = isBootstrapEmail(fields.email, bootstrap) && !(await hasAdministrator(database.db))
  const newUser = { ...fields, name, ...initialRoleOf(isFirst) }
  const sendsEmail = isVerifying && !newUser.emailVerified && !waits[disclosures.length] && mayRequestEmail({ limits }, { request, now })
  return { newUser, hash: await hashing.hash(password), sendsEmail }
}

async function validate(body: SignUpBody, settings: Settings) {
  const usernames = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
  const username = body.username === undefined ? null : parseUsername(body.username, usernames)
  refuseWhen(settings.EMAIL_AND_PASSWORD_DISABLED || settings.SIGN_UP_DISABLED, passwordRefusals.signUpNotEnabled)
  const email = parseEmail(body.email ?? '')
  const { password } = body
  if (password === undefined) invalid([{ loc: ['body', 'password'], msg: 'Required', type: 'missing' }])
  await refuseNewPassword(password, settings)
  const displayUsername = body.displayUsername || (body.username ?? null)
  return { email, password, username, displayUsername, name: body.name, image: body.image ?? null }
}

interface WriteInput {
  readonly newUser: Omit<NewUser, 'id'>
  readonly hash: string
  /** Whether to queue a verification email. */
  readonly sendsEmail: boolean
  readonly input: SignUpInput
}

async function write(tx: Tx, platform: Platform, { newUser, hash, sendsEmail, input }: WriteInput): Promise<SignUpResult> {
  const { request, caller, now } = input
  const { REQUIRE_EMAIL_VERIFICATION, AUTO_SIGN_IN_DISABLED } = platform.settings
  const image = await storeImage(tx, platform, { image: newUser.image, now })
  const user = await createUser(tx, platform, { ...newUser, image, now })
  await savePassword(tx, { userId: user.id, hash, now })
  await platform.audit.append(tx, { action: 'user.signed_up', organizationId: null, userId: user.id, caller, request, now })
  if (sendsEmail) {
    // Counted like any other email: otherwise a client could sign up, change the email and sign up again without limit.
    await addRecipient(tx, platform, { to: user.email, purpose: 'verification', now })
    await queueVerificationEmail(tx, platform, { user, callbackURL: input.body.callbackURL, request, now })
  }
  if (REQUIRE_EMAIL_VERIFICATION || AUTO_SIGN_IN_DISABLED) return { user, newSession: null }
  const isRemembered = input.body.rememberMe !== false
  return {
    user,
    newSession: await signInUser(tx, platform, { user, method: 'sign-up', browser: 'first', isRemembered, request, caller, now }),
  }
}
