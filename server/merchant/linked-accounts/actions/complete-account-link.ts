import { browserIdOf } from '#identity/social/index.ts'
import { redeemToken, withQuery } from '#identity/verification/index.ts'
import { newId } from '#kernel/id.ts'
import { Refusal } from '#kernel/refusal.ts'
import { lockCustomer } from '#merchant/customers/index.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import { recordAudit } from '#platform/audit/audit-context.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { AuthorizedAccount, CodeExchange } from '../adapters/account-provider.ts'
import { servicesOf } from '../adapters/services.ts'
import { GUILD_SEAL } from '../guild-tokens.ts'
import { type AccountProviderId, type CallOutcome, permanent } from '../model.ts'
import { findSlug } from '../reads.ts'
import { linkedAccountRefusals } from '../refusals.ts'
import { GUILD_TOKEN_SECONDS, toGuildText } from '../rules.ts'
import { fromDetails, type LinkOwner, type LinkState, parseCallback, STATE_PURPOSE } from '../state.ts'
import { findTokens, saveConnection, saveLinkedAccount } from '../store.ts'
import { isStillPermitted } from './confirm-permission.ts'
import { enqueueRevocation } from './enqueue-revocation.ts'
import { redirectUriOf, stateValue, VERIFIER_SEAL } from './start-account-link.ts'

/** The callback of a provider. */
export interface CompleteAccountLinkInput {
  readonly provider: AccountProviderId
  /** The unvalidated query. */
  readonly query: Readonly<Record<string, unknown>>
}

/** Why a link failed, as `link_error` in the URL of the page. */
type LinkError = 'access_denied' | 'account_taken' | 'not_accepted' | 'not_permitted' | 'try_again'

/** The account that was linked, or why none was. A guild token is for the merchant's page alone. */
type LinkResult = { readonly error: LinkError } | { readonly guildToken: string | null }

/**
 * Completes a link that this browser has started, and returns the URL of the page to go to: the benefits of the customer's portal, or those of
 * the dashboard. A state that is unknown, used or of another browser leads to the error page. Requests to the provider run outside any
 * transaction.
 */
export async function completeAccountLink(by: AuditContext, { provider, query }: CompleteAccountLinkInput): Promise<string> {
  const { platform } = by
  const fields = parseCallback(query)
  const state = fields && (await redeemState(by, fields.state))
  const slug = state && (await findSlug(platform.database.db, state.owner.organizationId))
  if (!state || state.provider !== provider || slug === undefined)
    return `${platform.settings.BASE_URL}/api/auth/error?error=please_restart_the_process`
  const result = fields.code === undefined ? { error: 'access_denied' as const } : await link(by, state, fields.code)
  return pageOf(platform, { provider, owner: state.owner, slug, result })
}

async function redeemState({ platform, request, now }: AuditContext, text: string): Promise<LinkState | undefined> {
  const { secrets, database } = platform
  const browserId = browserIdOf(request, platform)
  if (browserId === undefined) return undefined
  const token = { purpose: STATE_PURPOSE, value: stateValue(text, browserId), now } as const
  const issued = await database.transaction((tx) => redeemToken(tx, secrets, token))
  return issued && fromDetails(issued.details, (sealed) => secrets.openOrNull(VERIFIER_SEAL, sealed))
}

async function link(by: AuditContext, { provider, owner, codeVerifier }: LinkState, code: string): Promise<LinkResult> {
  const { platform } = by
  if (owner.kind === 'organization' && !(await isStillPermitted(platform, owner, by.now))) return { error: 'not_permitted' }
  const exchange = { code, codeVerifier, redirectUri: redirectUriOf(platform, provider) }
  if (provider === 'discord' && owner.kind === 'organization') return connectGuild(by, owner.organizationId, exchange)
  const exchanged = await exchangeCode(platform, provider, exchange)
  if (exchanged.kind !== 'done') return { error: errorOf(exchanged) }
  try {
    await (owner.kind === 'customer'
      ? saveForCustomer(by, { provider, owner, account: exchanged.value })
      : saveForOrganization(by, owner.organizationId, exchanged.value))
    return { guildToken: null }
  } catch (error) {
    if (error instanceof Refusal && error.code === linkedAccountRefusals.AccountTaken.code) return { error: 'account_taken' }
    throw error
  }
}

async function exchangeCode(
  platform: Platform,
  provider: AccountProviderId,
  exchange: CodeExchange,
): Promise<CallOutcome<AuthorizedAccount>> {
  const { discordOauth, githubOauth } = servicesOf(platform)
  const oauth = provider === 'discord' ? discordOauth : githubOauth
  return oauth ? oauth.exchangeCode(exchange) : permanent({ code: null, sentence: linkedAccountRefusals.ProviderNotAvailable.sentence })
}

async function connectGuild(by: AuditContext, organizationId: string, exchange: CodeExchange): Promise<LinkResult> {
  const { platform, now } = by
  const outcome = await servicesOf(platform).discordOauth?.exchangeGuild(exchange)
  if (outcome?.kind !== 'done') return { error: outcome ? errorOf(outcome) : 'not_accepted' }
  const { id: guildId, name } = outcome.value
  await platform.database.transaction((tx) => auditConnection(tx, by, { organizationId, provider: 'discord', name }))
  const expiresAt = new Date(now.getTime() + GUILD_TOKEN_SECONDS * 1000)
  return { guildToken: platform.secrets.seal(GUILD_SEAL, toGuildText({ organizationId, guildId, expiresAt })) }
}

function errorOf(outcome: Exclude<CallOutcome<unknown>, { readonly kind: 'done' }>): LinkError {
  return outcome.kind === 'transient' ? 'try_again' : 'not_accepted'
}

interface CustomerLink {
  readonly provider: AccountProviderId
  readonly owner: Extract<LinkOwner, { readonly kind: 'customer' }>
  readonly account: AuthorizedAccount
}

// A customer who was deleted in the meantime links nothing.
async function saveForCustomer({ platform }: AuditContext, { provider, owner, account }: CustomerLink): Promise<void> {
  const { organizationId, customerId } = owner
  const now = platform.clock.now({ organizationId })
  await platform.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, organizationId, customerId)
    if (!customer || customer.deletedAt !== null) return
    const key = { organizationId, customerId, provider }
    const before = await findTokens(tx, platform.secrets, key)
    await saveLinkedAccount(tx, platform.secrets, { key, account, now })
    // The job leaves an account that is linked: the same one that was linked again, above all.
    if (before) await enqueueRevocation(tx, platform, before)
    await emit(tx, platform, {
      name: 'customer.account_linked',
      organizationId,
      resourceId: customerId,
      payload: { organization_id: organizationId, customer_id: customerId, provider, account_id: account.accountId },
      now,
    })
  })
}

async function saveForOrganization(by: AuditContext, organizationId: string, account: AuthorizedAccount): Promise<void> {
  const { platform } = by
  const { accountId, accountName } = account
  await platform.database.transaction(async (tx) => {
    const now = platform.clock.now({ organizationId })
    const recorded = { id: newId(now), organizationId, createdAt: now, modifiedAt: null }
    await saveConnection(tx, { ...recorded, provider: 'github', accountId, accountName })
    await auditConnection(tx, by, { organizationId, provider: 'github', name: accountName })
  })
}

function auditConnection(
  tx: Parameters<typeof recordAudit>[0],
  by: AuditContext,
  { organizationId, provider, name }: { readonly organizationId: string; readonly provider: AccountProviderId; readonly name: string },
): Promise<void> {
  const target = { type: 'organization', id: organizationId } as const
  return recordAudit(tx, by, { action: 'connection.created', organizationId, target, details: { name, provider } })
}

interface LinkPage {
  readonly provider: AccountProviderId
  readonly owner: LinkOwner
  readonly slug: string
  readonly result: LinkResult
}

// A guild token stands in the fragment, which browsers send to no server and servers write to no log.
function pageOf({ settings }: Platform, { provider, owner, slug, result }: LinkPage): string {
  const page = owner.kind === 'customer' ? `/portal/${slug}/benefits` : `/dashboard/${slug}/benefits`
  const url = `${settings.BASE_URL}${page}`
  if ('error' in result) return withQuery(withQuery(url, 'provider', provider), 'link_error', result.error)
  const linked = withQuery(url, 'linked', provider)
  return result.guildToken === null ? linked : `${linked}#guild_token=${encodeURIComponent(result.guildToken)}`
}
