import type { Begun } from '#identity/sign-in/index.ts'
import type { User } from '#identity/users/model.ts'
import { digestOf, type MailClaims, readMailToken } from '#identity/verification/index.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Caller, UserCaller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { findLinkOf } from '../reads.ts'
import { linkRefusals } from '../refusals.ts'
import { changeByLink } from './change-by-link.ts'
import { proveByLink } from './prove-by-link.ts'

/** A mailed link that was opened, and by whom. */
export interface OpeningLink {
  readonly token: string
  readonly callbackURL: string | undefined
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A link that belongs to somebody and lives. */
export interface LivingLink {
  readonly claims: MailClaims
  readonly user: User
  readonly isUsed: boolean
}

/** What opening a link came to: why it did nothing; or the session that it began, the one whose cookie is sent again, the changed person. */
export type OpenedLink =
  | { readonly fault: RefusalEntry }
  | { readonly begun?: Begun; readonly renewed?: UserCaller; readonly changed?: User }

/** Opens a mailed link: one that names a new address changes the address, any other proves it. */
export async function openLink(platform: Platform, opening: OpeningLink): Promise<OpenedLink> {
  const link = await readLink(platform, opening)
  if ('status' in link) return { fault: link }
  const { caller } = opening
  if (link.claims.updateTo !== undefined) {
    const changed = await changeByLink(platform, opening, link)
    if ('status' in changed) return { fault: changed }
    return { changed, ...(caller.kind === 'user' && { renewed: { ...caller, user: changed } }) }
  }
  const proven = await proveByLink(platform, opening, link)
  if ('status' in proven) return { fault: proven }
  if (proven.begun) return { begun: proven.begun }
  const isOwn = caller.kind === 'user' && caller.user.id === proven.user?.id
  return isOwn ? { renewed: { ...caller, user: proven.user } } : {}
}

/** Reads what a link is; else why it is nothing. A link without its row is one that a newer letter or a change has ended. */
async function readLink(platform: Platform, { token, now }: OpeningLink): Promise<LivingLink | RefusalEntry> {
  const claims = readMailToken(platform.secrets, token, now)
  if (claims === 'expired') return linkRefusals.tokenExpired
  if (claims === 'invalid') return linkRefusals.invalidToken
  const purpose = claims.updateTo === undefined ? 'verify-email' : 'change-email'
  const digest = digestOf(platform.secrets, { purpose, value: token })
  const found = await findLinkOf(platform.database.db, { email: claims.email, digest, now })
  if (!found) return linkRefusals.userNotFound
  if (found.link === 'unknown') return linkRefusals.invalidToken
  return { claims, user: found.user, isUsed: found.link === 'used' }
}
