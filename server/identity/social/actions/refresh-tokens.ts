import { setTimeout as wait } from 'node:timers/promises'
import { claimRefresh, findLink, releaseRefresh } from '#identity/accounts/index.ts'
import type { Link } from '#identity/accounts/model.ts'
import { passwordRefusals } from '#identity/passwords/index.ts'
import { type ConfiguredProvider, configuredProvider, ProviderFailure, type ProviderTokens } from '#identity/providers/index.ts'
import { sessionRefusals } from '#identity/sessions/index.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { socialRefusals, tokenRefusals } from '../refusals.ts'
import { areIds, isRefreshDue, providerRefusal } from '../rules.ts'

/** The time for which one caller may refresh tokens before another one tries; longer than the timeout of a provider. */
const LEASE_MS = 20_000
const POLL_INTERVAL_MS = 100

/** Selects the tokens of a user at a provider. */
export interface RefreshTokensInput {
  /** By default the provider of the account. */
  readonly providerId: string | undefined
  /** The id of the account row; by default the oldest account of the provider. One of the two is there. */
  readonly accountId: string | undefined
  /** For server calls only. */
  readonly userId: string | undefined
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/** The tokens, and their type if they were refreshed. */
export interface RefreshTokensResult extends Link {
  readonly tokenType: string | null
}

interface TokenRequest {
  readonly userId: string
  readonly link: Link
  readonly provider: ConfiguredProvider
  readonly input: RefreshTokensInput
}

/** Valid tokens of a provider: refreshed if there is a refresh token and they expire within five seconds or at an unknown time. */
export async function getValidTokens(platform: Platform, input: RefreshTokensInput): Promise<RefreshTokensResult> {
  const tokenRequest = await resolveRequest(platform, input)
  const { link, provider } = tokenRequest
  const isExpired = link.unreadable.has('access') || (link.accessTokenExpiresAt !== null && link.accessTokenExpiresAt <= input.now)
  if (link.refreshToken === null) return isExpired ? refuse(tokenRefusals.noValidToken) : { ...link, tokenType: null }
  if (!isExpired && !isRefreshDue(link.accessTokenExpiresAt, input.now)) return { ...link, tokenType: null }
  if (!provider.hasRefreshTokens) throw providerRefusal(tokenRefusals.noRefreshing, provider.id)
  return refreshShared(platform, tokenRequest, tokenRefusals.noValidToken)
}

/** Refreshes the tokens of a provider, whether the current ones are valid or not. */
export async function refreshTokens(platform: Platform, input: RefreshTokensInput): Promise<RefreshTokensResult> {
  const tokenRequest = await resolveRequest(platform, input)
  const { provider } = tokenRequest
  if (!provider.hasRefreshTokens) throw providerRefusal(tokenRefusals.noRefreshing, provider.id)
  const tokens = await refreshShared(platform, tokenRequest, tokenRefusals.failedToRefresh)
  const { refreshToken } = tokens
  return { ...tokens, refreshToken: refreshToken && provider.originalRefreshToken(refreshToken) }
}

async function resolveRequest(platform: Platform, input: RefreshTokensInput): Promise<TokenRequest> {
  const { accountId, caller, request, now } = input
  const userId = resolveUserId(input)
  // The named provider is checked before the account; without a name the account decides.
  if (input.providerId !== undefined) requireProvider(platform, input.providerId)
  const { database, secrets, audit } = platform
  refuseWhen(!areIds([userId, accountId]), socialRefusals.accountNotFound)
  const query = { userId, providerId: input.providerId, id: accountId }
  const link = (await findLink(database.db, secrets, query)) ?? refuse(socialRefusals.accountNotFound)
  const { providerId } = link
  const provider = requireProvider(platform, providerId)
  if (caller.kind === 'service') {
    const details = { provider: providerId }
    const entry = { action: 'user.provider_tokens_given', organizationId: null, userId, caller, details, request, now }
    await batchStatements(database.db, (tx) => audit.append(tx, entry))
  }
  return { userId, link, provider, input }
}

function requireProvider(platform: Platform, providerId: string): ConfiguredProvider {
  const provider = configuredProvider(platform, providerId)
  if (!provider) throw providerRefusal(tokenRefusals.notSupported, providerId)
  return provider
}

function resolveUserId({ caller, userId }: RefreshTokensInput): string {
  if (caller.kind === 'service') return userId ?? refuse(passwordRefusals.eitherUserIdOrSession)
  if (caller.kind !== 'user') return refuse(sessionRefusals.notOwn)
  return caller.user.id
}

/** Concurrent requests for one account in this process share one refresh. */
const inProgress = new WeakMap<Platform, Map<string, Promise<RefreshTokensResult | undefined>>>()

async function refreshShared(platform: Platform, tokenRequest: TokenRequest, refusal: RefusalEntry): Promise<RefreshTokensResult> {
  const running = inProgress.get(platform) ?? new Map<string, Promise<RefreshTokensResult | undefined>>()
  inProgress.set(platform, running)
  const { id } = tokenRequest.link
  const known = running.get(id)
  if (known) return (await known) ?? refuse(refusal)
  const refresh = refreshUnderLease(platform, tokenRequest).finally(() => running.delete(id))
  running.set(id, refresh)
  return (await refresh) ?? refuse(refusal)
}

// One instance sends the request, outside any transaction; the others wait until its lease ends, and read the tokens it wrote.
async function refreshUnderLease(platform: Platform, tokenRequest: TokenRequest): Promise<RefreshTokensResult | undefined> {
  const { link, provider } = tokenRequest
  if (link.refreshToken === null) return undefined
  const now = platform.clock.now()
  const lease = { id: link.id, endsAt: new Date(now.getTime() + LEASE_MS), now }
  const { database, secrets } = platform
  if (!(await database.transaction((tx) => claimRefresh(tx, lease)))) return waitForOther(platform, tokenRequest)
  const current = await readLink(platform, tokenRequest)
  // Another instance has refreshed them between the read and the lease.
  const isOutdated = current !== undefined && current.version !== link.version
  let tokens: ProviderTokens | undefined
  try {
    if (isOutdated) return { ...current, tokenType: null }
    tokens = await provider.refresh(link.refreshToken, now)
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined
    throw error
  } finally {
    await database.transaction((tx) => releaseRefresh(tx, secrets, { ...lease, tokens }))
  }
  const refreshed = await readLink(platform, tokenRequest)
  return refreshed && { ...refreshed, tokenType: tokens.tokenType }
}

async function waitForOther(platform: Platform, tokenRequest: TokenRequest): Promise<RefreshTokensResult | undefined> {
  for (let waitedMs = 0; waitedMs < LEASE_MS; waitedMs += POLL_INTERVAL_MS) {
    await wait(POLL_INTERVAL_MS)
    const current = await readLink(platform, tokenRequest)
    if (!current) return undefined
    if (current.version !== tokenRequest.link.version) return { ...current, tokenType: null }
    if (current.refreshLeaseEndsAt === null) return undefined
  }
  return undefined
}

function readLink({ database, secrets }: Platform, { userId, link, provider }: TokenRequest): Promise<Link | undefined> {
  return findLink(database.db, secrets, { userId, providerId: provider.id, id: link.id })
}
