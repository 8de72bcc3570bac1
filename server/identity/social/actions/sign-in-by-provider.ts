import { insertLink, LINK_KEY, saveTokens } from '#identity/accounts/index.ts'
import type { LinkTokens } from '#identity/accounts/model.ts'
import { mayEmail, mayRequestEmail } from '#identity/mail/index.ts'
import type { ConfiguredProvider, ProviderUser } from '#identity/providers/model.ts'
import { deviceTokenOf } from '#identity/sessions/devices/index.ts'
import { type CreatedSession, signInUser } from '#identity/sessions/index.ts'
import { createUser, hasAdministrator, initialRoleOf, isBootstrapEmail, lockUser, takenNameOf } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { queueVerificationEmail, secureAccount } from '#identity/verification/index.ts'
import { present } from '#kernel/assert.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import { isUniqueBreach, type Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findUserByProviderAccount, type ProviderAccountMatch, type ProviderAccountQuery, unchangedUserGuard } from '../reads.ts'
import { decideSignIn, emailOf, profileOf } from '../rules.ts'
import { notifyAccountLinked } from './notify-account-linked.ts'

/** The number of attempts at a sign-in if the user changes, or signs in by another method, at the same moment. */
const ATTEMPTS = 5

/** A sign-in has no caller, even if the browser is signed in. */
const CALLER = { kind: 'anonymous' } as const

/** A user of a provider who signs in. */
export interface SignInByProviderInput {
  readonly provider: ConfiguredProvider
  readonly providerUser: ProviderUser
  readonly tokens: LinkTokens
  /** Whether the request names sign-up explicitly. */
  readonly requestSignUp: boolean
  /** The redirect of the verification link, if one is mailed. */
  readonly callbackURL: string | undefined
  readonly request: RequestInfo
  readonly now: Date
}

/** The user and the new session. */
export interface SignInByProviderResult extends CreatedSession {
  readonly user: User
  readonly isNew: boolean
}

/**
 * Signs in by an account of a provider, links it, or signs up, by the linking table. One of concurrent sign-ins of the same new user
 * creates the account; the others sign in to it.
 */
export async function signInByProvider(
  platform: Platform,
  input: SignInByProviderInput,
  attempts = ATTEMPTS,
): Promise<SignInByProviderResult> {
  try {
    return await signInOnce(platform, input)
  } catch (error) {
    const isConflict = error instanceof GuardFailed || isUniqueBreach(error, LINK_KEY) || takenNameOf(error) === 'users_email_key'
    if (!isConflict || attempts <= 1) throw error
    return signInByProvider(platform, input, attempts - 1)
  }
}

async function signInOnce(platform: Platform, input: SignInByProviderInput): Promise<SignInByProviderResult> {
  const { provider, providerUser, requestSignUp, request } = input
  const { database, secrets, settings } = platform
  const token = deviceTokenOf(request, platform)
  const email = emailOf(providerUser)
  const deviceDigest = token === undefined ? null : secrets.digest(token)
  const query = { providerId: provider.id, accountId: providerUser.accountId, email, deviceDigest }
  const found = await findUserByProviderAccount(database.db, query)
  const decision = decideSignIn({
    isLinked: found !== undefined && found.linkId !== null,
    holder: found,
    hasOtherAccount: found?.hasProvider === true,
    email,
    emailVerified: providerUser.emailVerified,
    provider,
    isSignUpRequested: requestSignUp,
    isLinkingDisabled: settings.ACCOUNT_LINKING_DISABLED,
  })
  if (decision.kind === 'sign-up') return signUp(platform, { input, email: present(email, 'The email of a new user') })
  const match: MatchedSignIn = { input, found: present(found, 'The user of the account or the email') }
  if (decision.kind === 'sign-in')
    return batchStatements(database.db, (tx) => signInLinkedUser(tx, platform, match), unchangedUserGuard(match.found))
  if (!decision.securesAccount) {
    const link = async (tx: Tx): Promise<SignInByProviderResult> => {
      await notifyAccountLinked(tx, platform, { user: match.found.user, provider, request, now: input.now })
      return linkAndSignIn(tx, platform, match)
    }
    return batchStatements(database.db, link, unchangedUserGuard(match.found))
  }
  return takeOver(platform, { ...match, query, verifiesEmail: decision.verifiesEmail })
}

interface MatchedSignIn {
  readonly input: SignInByProviderInput
  readonly found: ProviderAccountMatch
}

async function signInLinkedUser(tx: Tx, platform: Platform, { input, found }: MatchedSignIn): Promise<SignInByProviderResult> {
  const { tokens, now } = input
  await saveTokens(tx, platform.secrets, { id: present(found.linkId, 'The account'), tokens, now })
  return startSession(tx, platform, { input, found })
}

async function linkAndSignIn(tx: Tx, platform: Platform, match: MatchedSignIn): Promise<SignInByProviderResult> {
  await insertProviderLink(tx, platform, { input: match.input, userId: match.found.user.id })
  await auditSignIn(tx, platform, { input: match.input, userId: match.found.user.id, action: 'user.account_linked' })
  return startSession(tx, platform, match)
}

interface TakeOverInput extends MatchedSignIn {
  readonly query: ProviderAccountQuery
  readonly verifiesEmail: boolean
}

// The user who created the account never verified the email in a session: all of their sign-in methods and sessions are removed.
async function takeOver(platform: Platform, { input, found, query, verifiesEmail }: TakeOverInput): Promise<SignInByProviderResult> {
  const { provider, request, now } = input
  const userId = found.user.id
  return platform.database.transaction(async (tx) => {
    // Read again under the lock: the first of concurrent requests secures the account, the others sign in.
    await lockUser(tx, userId)
    const locked = await findUserByProviderAccount(tx, query)
    if (locked?.user.id !== userId || locked.linkId !== null || locked.isVerifiedAttended) throw new GuardFailed('The user has changed.')
    const { user } = await secureAccount(tx, platform, { user: locked.user, provider: provider.name, verifiesEmail, request, now })
    await auditSignIn(tx, platform, { input, userId, action: 'user.account_secured' })
    return linkAndSignIn(tx, platform, {
      input,
      found: { user, isVerifiedAttended: verifiesEmail, linkId: null, hasProvider: false, isKnownDevice: false, hasDevices: false },
    })
  })
}

async function signUp(
  platform: Platform,
  { input, email }: { input: SignInByProviderInput; email: string },
): Promise<SignInByProviderResult> {
  const { settings, database } = platform
  const { providerUser, callbackURL, now } = input
  const bootstrap = { bootstrapEmail: settings.BOOTSTRAP_ADMIN_EMAIL, isProduction: settings.isProduction }
  const isFirst = providerUser.emailVerified && isBootstrapEmail(email, bootstrap) && !(await hasAdministrator(database.db))
  const { role } = initialRoleOf(isFirst)
  const fields = {
    ...profileOf(providerUser, email),
    email,
    emailVerified: providerUser.emailVerified,
    username: null,
    displayUsername: null,
    role,
  }
  const isVerifying = settings.SEND_VERIFICATION_ON_SIGN_UP && !providerUser.emailVerified
  const isMailed =
    isVerifying && mayRequestEmail(platform, input) && (await mayEmail(platform, { to: email, purpose: 'verification', now }))
  return batchStatements(database.db, async (tx) => {
    const user = await createUser(tx, platform, { ...fields, now })
    await insertProviderLink(tx, platform, { input, userId: user.id })
    await auditSignIn(tx, platform, { input, userId: user.id, action: 'user.signed_up' })
    if (isMailed) await queueVerificationEmail(tx, platform, { user, callbackURL, request: input.request, now })
    const found = {
      user,
      isVerifiedAttended: user.emailVerified,
      linkId: null,
      hasProvider: false,
      isKnownDevice: false,
      hasDevices: false,
    }
    return { ...(await startSession(tx, platform, { input, found })), isNew: true }
  })
}

function insertProviderLink(tx: Tx, platform: Platform, { input, userId }: Omit<AuditInput, 'action'>): Promise<void> {
  const { provider, providerUser, tokens, now } = input
  return insertLink(tx, platform.secrets, { userId, providerId: provider.id, accountId: providerUser.accountId, tokens, now })
}

interface AuditInput {
  readonly input: SignInByProviderInput
  readonly userId: string
  readonly action: string
}

async function auditSignIn(tx: Tx, platform: Platform, { input, userId, action }: AuditInput): Promise<void> {
  const { provider, request, now } = input
  const details = { provider: provider.id }
  await platform.audit.append(tx, { action, organizationId: null, userId, caller: CALLER, details, request, now })
}

async function startSession(tx: Tx, platform: Platform, { input, found }: MatchedSignIn): Promise<SignInByProviderResult> {
  const { provider, request, now } = input
  const { user, isKnownDevice, hasDevices } = found
  const browser = isKnownDevice ? 'known' : hasDevices ? 'new' : 'first'
  const beginning = { user, method: 'provider', provider: provider.id, browser, isRemembered: true, request, caller: CALLER, now } as const
  return { user, isNew: false, ...(await signInUser(tx, platform, beginning)) }
}
