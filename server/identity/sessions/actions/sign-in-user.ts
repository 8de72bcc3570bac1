import { queueEmail } from '#identity/mail/index.ts'
import { recognizeDevice, saveDevice } from '#identity/sessions/devices/index.ts'
import { emailLanguageOf, type User } from '#identity/users/model.ts'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { type Cookie, languageCookies, sessionCookies } from '../cookies.ts'
import type { Session } from '../model.ts'
import { admit } from '../rules.ts'
import { applyUserChange } from './apply-user-change.ts'
import { createSession } from './create-session.ts'

/** The method by which the user authenticated. */
export type SignInMethod = 'password' | 'sign-up' | 'verification' | 'provider'

/** An authenticated user, and the request to sign in. */
export interface SignInUserInput {
  readonly user: User
  readonly method: SignInMethod
  /** The provider that authenticated the user, if one did. */
  readonly provider?: string
  /** Whether the user has signed in with this browser before, only with others, or with none; `first` when unknown. */
  readonly browser: 'known' | 'new' | 'first'
  /** Whether the session outlives the browser. */
  readonly isRemembered: boolean
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** A new session, and the cookies that store it in a browser. */
export interface CreatedSession {
  readonly session: Session
  readonly cookies: readonly Cookie[]
}

/**
 * Signs in an authenticated user: checks the ban, creates the session, records device, domain event and audit entry, and returns the
 * cookies. Every ordinary session is created here. An active ban is refused and an expired one is lifted. Write-only: may be
 * batched statements.
 */
export async function signInUser(tx: Tx, platform: Platform, input: SignInUserInput): Promise<CreatedSession> {
  const { method, provider, browser, isRemembered, request, caller, now } = input
  const user = await applyUserChange(tx, platform, { user: input.user, outcome: admit(input.user, now), now })
  const { ipAddress, userAgent } = request
  const session = await createSession(tx, platform, { userId: user.id, isRemembered, ipAddress, userAgent, now })
  const device = recognizeDevice(request, platform)
  await saveDevice(tx, { userId: user.id, tokenDigest: platform.secrets.digest(device.token), userAgent, now })
  if (browser === 'new') await queueNewDeviceEmail(tx, platform, { user, request, now })
  const entry = { organizationId: null, userId: user.id, caller, target: { type: 'session', id: session.id }, request, now }
  const details = { method, browser, remembered: isRemembered, ...(provider !== undefined && { provider }) }
  await platform.audit.append(tx, { ...entry, action: 'user.signed_in', details })
  return { session, cookies: [...sessionCookies({ session, user, now }, platform), ...languageCookies(user, platform), ...device.cookies] }
}

interface NewBrowser {
  readonly user: User
  readonly request: RequestInfo
  readonly now: Date
}

async function queueNewDeviceEmail(tx: Tx, platform: Platform, { user, request, now }: NewBrowser): Promise<void> {
  const url = `${platform.settings.BASE_URL}/account/sessions`
  const values = { url, device: nameOfBrowser(request.userAgent), at: now.toISOString(), network: request.ipAddress }
  await queueEmail(tx, platform, { email: 'newDevice', to: user.email, language: emailLanguageOf(user, request), values })
}
