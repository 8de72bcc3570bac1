import { setTimeout as wait } from 'node:timers/promises'
import { claimRefresh, endRefresh, findLink } from '#identity/accounts/index.ts'
import type { Link } from '#identity/accounts/model.ts'
import { passwordRefusals, refuseBorrowed } from '#identity/passwords/index.ts'
import { ProviderFailure, type ProviderTokens, type ReadyProvider, readyProvider } from '#identity/providers/index.ts'
import { sessionRefusals } from '#identity/sessions/index.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { socialRefusals, tokenRefusals } from '../refusals.ts'
import { aboutProvider, areIds, isDue } from '../rules.ts'

/** How long one caller may ask for new tokens before another tries; longer than a provider may take to answer. */
const LEASE_MS = 20_000
const LOOK_EVERY_MS = 100

/** Whose tokens of which provider are asked for. */
export interface AskingTokens {
  readonly providerId: string
  /** The id of our row; the oldest account of the provider where it is not given. */
  readonly accountId: string | undefined
  /** Heard from a server call only. */
  readonly userId: string | undefined
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/** The tokens, and what kind they are where the provider was asked. */
export interface GivenTokens extends Link {
  readonly tokenType: string | null
}

interface Asked {
  readonly userId: string
  readonly link: Link
  readonly provider: ReadyProvider
  readonly asking: AskingTokens
}

/** Tokens of a provider that are good: renewed where they end within five seconds, or nobody knows when, and a refresh token is there. */
export async function giveValidTokens(platform: Platform, asking: AskingTokens): Promise<GivenTokens> {
  const asked = await look(platform, asking)
  const { link, provider } = asked
  const isOver = link.forgotten.has('access') || (link.accessTokenExpiresAt !== null && link.accessTokenExpiresAt <= asking.now)
  if (link.refreshToken === null) return isOver ? refuse(tokenRefusals.noValidToken) : { ...link, tokenType: null }
  if (!isOver && !isDue(link.accessTokenExpiresAt, asking.now)) return { ...link, tokenType: null }
  if (!provider.refreshes) throw aboutProvider(tokenRefusals.noRefreshing, asking.providerId)
  return renew(platform, asked, tokenRefusals.noValidToken)
}

/** New tokens of a provider, whether the present ones are good or not. */
export async function renewTokens(platform: Platform, asking: AskingTokens): Promise<GivenTokens> {
  const asked = await look(platform, asking)
  if (!asked.provider.refreshes) throw aboutProvider(tokenRefusals.noRefreshing, asking.providerId)
  const tokens = await renew(platform, asked, tokenRefusals.failedToRefresh)
  const { refreshToken } = tokens
  return { ...tokens, refreshToken: refreshToken && asked.provider.ownRefreshToken(refreshToken) }
}

async function look(platform: Platform, asking: AskingTokens): Promise<Asked> {
  const { providerId, accountId, caller, request, now } = asking
  const userId = whose(asking)
  const provider = readyProvider(platform, providerId)
  if (!provider) throw aboutProvider(tokenRefusals.notSupported, providerId)
  const { database, secrets, audit } = platform
  refuseWhen(!areIds([userId, accountId]), socialRefusals.accountNotFound)
  const link = (await findLink(database.db, secrets, { userId, providerId, id: accountId })) ?? refuse(socialRefusals.accountNotFound)
  if (caller.kind === 'service') {
    const details = { provider: providerId }
    const entry = { action: 'user.provider_tokens_given', organizationId: null, userId, caller, details, request, now }
    await batchStatements(database.db, (tx) => audit.append(tx, entry))
  }
  return { userId, link, provider, asking }
}

function whose({ caller, userId }: AskingTokens): string {
  if (caller.kind === 'service') return userId ?? refuse(passwordRefusals.eitherUserIdOrSession)
  if (caller.kind !== 'user') return refuse(sessionRefusals.notOwn)
  refuseBorrowed(caller)
  return caller.user.id
}

/** Whoever asks in this process for the same account while somebody does gets the same answer. */
const underWay = new WeakMap<Platform, Map<string, Promise<GivenTokens | undefined>>>()

async function renew(platform: Platform, asked: Asked, refusal: RefusalEntry): Promise<GivenTokens> {
  const running = underWay.get(platform) ?? new Map<string, Promise<GivenTokens | undefined>>()
  underWay.set(platform, running)
  const { id } = asked.link
  const known = running.get(id)
  if (known) return (await known) ?? refuse(refusal)
  const renewing = renewAlone(platform, asked).finally(() => running.delete(id))
  running.set(id, renewing)
  return (await renewing) ?? refuse(refusal)
}

// Over all instances one asks, outside any transaction; the others wait until its claim has ended and read what it wrote.
async function renewAlone(platform: Platform, asked: Asked): Promise<GivenTokens | undefined> {
  const { link, provider } = asked
  if (link.refreshToken === null) return undefined
  const now = platform.clock.now()
  const lease = { id: link.id, endsAt: new Date(now.getTime() + LEASE_MS), now }
  const { database, secrets } = platform
  if (!(await database.transaction((tx) => claimRefresh(tx, lease)))) return awaited(platform, asked)
  const present = await read(platform, asked)
  // Somebody has renewed them between our look and our claim.
  const isOutdated = present !== undefined && present.version !== link.version
  let tokens: ProviderTokens | undefined
  try {
    if (isOutdated) return { ...present, tokenType: null }
    tokens = await provider.refresh(link.refreshToken, now)
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined
    throw error
  } finally {
    await database.transaction((tx) => endRefresh(tx, secrets, { ...lease, tokens }))
  }
  const renewed = await read(platform, asked)
  return renewed && { ...renewed, tokenType: tokens.tokenType }
}

async function awaited(platform: Platform, asked: Asked): Promise<GivenTokens | undefined> {
  for (let waitedMs = 0; waitedMs < LEASE_MS; waitedMs += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS)
    const present = await read(platform, asked)
    if (!present) return undefined
    if (present.version !== asked.link.version) return { ...present, tokenType: null }
    if (present.refreshLeaseEndsAt === null) return undefined
  }
  return undefined
}

function read({ database, secrets }: Platform, { userId, link, provider }: Asked): Promise<Link | undefined> {
  return findLink(database.db, secrets, { userId, providerId: provider.id, id: link.id })
}
