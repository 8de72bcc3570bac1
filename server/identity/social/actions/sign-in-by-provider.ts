import { deleteAccountsOf, insertLink, LINK_KEY, saveTokens } from '#identity/accounts/index.ts'
import type { LinkTokens } from '#identity/accounts/model.ts'
import { deviceTokenOf, forgetDevices } from '#identity/devices/index.ts'
import { mayMail, queueEmail } from '#identity/mail/index.ts'
import type { ProviderUser, ReadyProvider } from '#identity/providers/model.ts'
import { endSessionsOf, noteChanged } from '#identity/sessions/index.ts'
import { type Begun, beginSession } from '#identity/sign-in/index.ts'
import { createUser, hasAdministrator, isBootstrapAddress, lockUser, proveAddress, standingOf, takenNameOf } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import { mailVerification, voidValuesOf } from '#identity/verification/index.ts'
import { present } from '#kernel/assert.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import { isUniqueBreach, type Tx } from '#platform/database/database.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { type Asked, type Found, findArriving, stillIs } from '../reads.ts'
import { emailOf, entranceOf, profileOf } from '../rules.ts'

/** How often a person who changes, or comes in by another door, while they arrive is read again. */
const TRIES = 5

/** Nobody is signed in who signs in, whoever used the browser before. */
const CALLER = { kind: 'anonymous' } as const

/** Somebody whom a provider has sent. */
export interface Arriving {
  readonly provider: ReadyProvider
  readonly person: ProviderUser
  readonly tokens: LinkTokens
  /** Whether signing up was asked for in words. */
  readonly requestSignUp: boolean
  /** Where the browser goes after a mailed link, if one is mailed. */
  readonly callbackURL: string | undefined
  readonly request: RequestInfo
  readonly now: Date
}

/** The person and the session that has begun. */
export interface Arrived extends Begun {
  readonly user: User
  readonly isNew: boolean
}

/**
 * Signs somebody in by an account of a provider, links it, or signs them up, by the linking table. Of several at once who are the
 * same new person one makes the account, and the others sign in to it.
 */
export async function signInByProvider(platform: Platform, arriving: Arriving, tries = TRIES): Promise<Arrived> {
  try {
    return await arrive(platform, arriving)
  } catch (error) {
    const isOvertaken = error instanceof GuardFailed || isUniqueBreach(error, LINK_KEY) || takenNameOf(error) === 'users_email_key'
    if (!isOvertaken || tries <= 1) throw error
    return signInByProvider(platform, arriving, tries - 1)
  }
}

async function arrive(platform: Platform, arriving: Arriving): Promise<Arrived> {
  const { provider, person, requestSignUp, request } = arriving
  const { database, secrets, settings } = platform
  const token = deviceTokenOf(request, platform)
  const email = emailOf(person)
  const deviceDigest = token === undefined ? null : secrets.digest(token)
  const asked = { providerId: provider.id, accountId: person.accountId, email, deviceDigest }
  const found = await findArriving(database.db, asked)
  const entrance = entranceOf({
    isLinked: found !== undefined && found.linkId !== null,
    holder: found?.user,
    hasAnother: found?.hasProvider === true,
    email,
    emailVerified: person.emailVerified,
    provider,
    isSignUpAsked: requestSignUp,
    isLinkingDisabled: settings.ACCOUNT_LINKING_DISABLED,
  })
  if (entrance.kind === 'sign-up') return signUp(platform, { arriving, email: present(email, 'The address of somebody new') })
  const known: Known = { arriving, found: present(found, 'Who has the account or the address') }
  if (entrance.kind === 'sign-in') return batchStatements(database.db, (tx) => signIn(tx, platform, known), stillIs(known.found))
  if (!entrance.isSecuring) return batchStatements(database.db, (tx) => link(tx, platform, known), stillIs(known.found))
  return secure(platform, { ...known, asked, isProving: entrance.isProving })
}

interface Known {
  readonly arriving: Arriving
  readonly found: Found
}

async function signIn(tx: Tx, platform: Platform, { arriving, found }: Known): Promise<Arrived> {
  const { tokens, now } = arriving
  await saveTokens(tx, platform.secrets, { id: present(found.linkId, 'The account'), tokens, now })
  return begin(tx, platform, { arriving, found })
}

async function link(tx: Tx, platform: Platform, known: Known): Promise<Arrived> {
  await insertLinkOf(tx, platform, { arriving: known.arriving, userId: known.found.user.id })
  await append(tx, platform, { arriving: known.arriving, userId: known.found.user.id, action: 'user.account_linked' })
  return begin(tx, platform, known)
}

interface Securing extends Known {
  readonly asked: Asked
  readonly isProving: boolean
}

// Whoever made the account never showed that the address is theirs: nothing by which they could come in again stays.
async function secure(platform: Platform, { arriving, found, asked, isProving }: Securing): Promise<Arrived> {
  const { provider, now } = arriving
  const userId = found.user.id
  return platform.database.transaction(async (tx) => {
    // Looked at again once it is held: of several who come at once the first makes it safe, and the others sign in.
    await lockUser(tx, userId)
    const held = await findArriving(tx, asked)
    if (held?.user.id !== userId || held.linkId !== null || held.user.emailVerified) throw new GuardFailed('The person has changed.')
    await deleteAccountsOf(tx, userId)
    await voidValuesOf(tx, userId)
    await forgetDevices(tx, userId)
    await endSessionsOf(tx, platform, { userId, now })
    await append(tx, platform, { arriving, userId, action: 'user.account_secured' })
    const user = isProving ? { ...held.user, emailVerified: true, updatedAt: now } : held.user
    if (isProving) {
      await proveAddress(tx, userId, now)
      noteChanged(tx, platform, { userId })
      await emit(tx, platform, { name: 'user.updated', organizationId: null, resourceId: userId, payload: toFullUserWire(user), now })
    }
    const url = `${platform.settings.BASE_URL}/account/connections`
    const values = { url, provider: provider.name, at: now.toISOString() }
    await queueEmail(tx, platform, { email: 'accountSecured', to: user.email, values, now })
    return link(tx, platform, { arriving, found: { user, linkId: null, hasProvider: false, isKnownDevice: false, hasDevices: false } })
  })
}

async function signUp(platform: Platform, { arriving, email }: { arriving: Arriving; email: string }): Promise<Arrived> {
  const { settings, database } = platform
  const { person, callbackURL, now } = arriving
  const bootstrap = { address: settings.BOOTSTRAP_ADMIN_EMAIL, isProduction: settings.isProduction }
  const isFirst = person.emailVerified && isBootstrapAddress(email, bootstrap) && !(await hasAdministrator(database.db))
  const { role } = standingOf(isFirst)
  const fields = { ...profileOf(person, email), email, emailVerified: person.emailVerified, username: null, displayUsername: null, role }
  const isMailed = settings.SEND_VERIFICATION_ON_SIGN_UP && !person.emailVerified && (await mayMail(platform, { to: email, now }))
  return batchStatements(database.db, async (tx) => {
    const user = await createUser(tx, platform, { ...fields, now })
    await insertLinkOf(tx, platform, { arriving, userId: user.id })
    await append(tx, platform, { arriving, userId: user.id, action: 'user.signed_up' })
    if (isMailed) await mailVerification(tx, platform, { user, callbackURL, now })
    const found = { user, linkId: null, hasProvider: false, isKnownDevice: false, hasDevices: false }
    return { ...(await begin(tx, platform, { arriving, found })), isNew: true }
  })
}

function insertLinkOf(tx: Tx, platform: Platform, { arriving, userId }: Omit<Act, 'action'>): Promise<void> {
  const { provider, person, tokens, now } = arriving
  return insertLink(tx, platform.secrets, { userId, providerId: provider.id, accountId: person.accountId, tokens, now })
}

interface Act {
  readonly arriving: Arriving
  readonly userId: string
  readonly action: string
}

async function append(tx: Tx, platform: Platform, { arriving, userId, action }: Act): Promise<void> {
  const { provider, request, now } = arriving
  const details = { provider: provider.id }
  await platform.audit.append(tx, { action, organizationId: null, userId, caller: CALLER, details, request, now })
}

async function begin(tx: Tx, platform: Platform, { arriving, found }: Known): Promise<Arrived> {
  const { provider, request, now } = arriving
  const { user, isKnownDevice, hasDevices } = found
  const browser = isKnownDevice ? 'known' : hasDevices ? 'new' : 'first'
  const beginning = { user, method: 'provider', provider: provider.id, browser, isRemembered: true, request, caller: CALLER, now } as const
  return { user, isNew: false, ...(await beginSession(tx, platform, beginning)) }
}
