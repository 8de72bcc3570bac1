import { recognize, saveDevice } from '#identity/devices/index.ts'
import { queueEmail } from '#identity/mail/index.ts'
import { type Cookie, noteChanged, openSession, sessionCookies } from '#identity/sessions/index.ts'
import type { Session } from '#identity/sessions/model.ts'
import { banOf, liftBan } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { signInRefusals } from '../refusals.ts'

/** How a person proved who they are. */
export type Method = 'password' | 'sign-up' | 'verification' | 'provider'

/** A person who has proven who they are, and where from. */
export interface Beginning {
  readonly user: User
  readonly method: Method
  /** The provider, where one has said who they are. */
  readonly provider?: string
  /** Whether they have signed in with this browser before, with others only, or with none; `first` where nobody looked. */
  readonly browser: 'known' | 'new' | 'first'
  /** Whether the session outlives the browser. */
  readonly isRemembered: boolean
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** A session that has begun, and the cookies that keep it in a browser. */
export interface Begun {
  readonly session: Session
  readonly cookies: readonly Cookie[]
}

/**
 * The one place where a session begins: ban, session, device, fact, audit, cookies. A ban that is over is lifted; one that holds
 * refuses. Only writes, so that it may be among gathered ones.
 */
export async function beginSession(tx: Tx, platform: Platform, beginning: Beginning): Promise<Begun> {
  const { method, provider, browser, isRemembered, request, caller, now } = beginning
  const user = await admitted(tx, platform, beginning)
  const { address, userAgent } = request
  const session = await openSession(tx, platform, { userId: user.id, isRemembered, address, userAgent, now })
  const device = recognize(request, platform)
  await saveDevice(tx, { userId: user.id, tokenDigest: platform.secrets.digest(device.token), userAgent, now })
  if (browser === 'new') await tellOfBrowser(tx, platform, { user, userAgent, address, now })
  const about = { organizationId: null, userId: user.id, caller, target: { type: 'session', id: session.id }, request, now }
  const details = { method, browser, remembered: isRemembered, ...(provider !== undefined && { provider }) }
  await platform.audit.append(tx, { ...about, action: 'user.signed_in', details })
  return { session, cookies: [...sessionCookies({ session, user, now }, platform), ...device.cookies] }
}

async function admitted(tx: Tx, platform: Platform, { user, now }: Beginning): Promise<User> {
  const ban = banOf(user, now)
  refuseWhen(ban === 'holds', signInRefusals.BANNED_USER)
  if (ban === 'none') return user
  await liftBan(tx, user.id, now)
  noteChanged(tx, platform, { userId: user.id })
  return { ...user, banned: false, banReason: null, banExpires: null, updatedAt: now }
}

interface NewBrowser {
  readonly user: User
  readonly userAgent: string | null
  readonly address: string
  readonly now: Date
}

async function tellOfBrowser(tx: Tx, platform: Platform, { user, userAgent, address, now }: NewBrowser): Promise<void> {
  const url = `${platform.settings.BASE_URL}/account/sessions`
  const values = { url, device: nameOfBrowser(userAgent), at: now.toISOString(), network: address }
  await queueEmail(tx, platform, { email: 'newDevice', to: user.email, values, now })
}
