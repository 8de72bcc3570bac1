// The effects of benefit grants at Discord and GitHub, for customers by their linked accounts. Nothing here is called in a transaction.
import type { Platform } from '#platform/platform.ts'
import { refreshDiscordToken } from '../actions/refresh-discord-token.ts'
import { type AccountProviderId, actionRequired, type CallOutcome, done, permanent } from '../model.ts'
import { findGithubConnection } from '../store.ts'
import * as access from './access.ts'
import { thenOf } from './calls.ts'
import type { RepositoryPermission } from './github/permissions.ts'
import type { KnownRepository } from './github/requests.ts'
import { servicesOf } from './services.ts'

/** A customer of an organization. */
export interface CustomerOf {
  readonly organizationId: string
  readonly customerId: string
}

/** The account that has the access: it is stored with the grant, because the customer may link another one later. */
export interface AccessGrant {
  readonly accountId: string
}

const noBot = permanent('no_discord_bot')
const noApp = permanent('no_github_app')

/** The account of the customer that is to have access. Null where they have linked none: they must act then. */
export interface AccessRequest {
  readonly accountId: string | null
}

const linkFirst = (provider: AccountProviderId) => actionRequired(`link_${provider}`)

/**
 * Gives a role to the Discord account of a customer, who joins the guild first if they are no member, with the token of the account that they
 * have linked. Repeating it changes nothing.
 */
export async function giveDiscordRole(
  platform: Platform,
  { guildId, roleId, accountId, ...customer }: CustomerOf & AccessRequest & { readonly guildId: string; readonly roleId: string },
): Promise<CallOutcome> {
  const { discord } = servicesOf(platform)
  if (!discord) return noBot
  if (accountId === null) return linkFirst('discord')
  return access.giveRole(discord, { guildId, roleId, userId: accountId }, () => refreshDiscordToken(platform, customer))
}

/** Takes a role from the Discord account that got it, and with `isKicked` removes it from the guild. Repeating it changes nothing. */
export async function takeDiscordRole(
  platform: Platform,
  role: AccessGrant & { readonly guildId: string; readonly roleId: string; readonly isKicked: boolean },
): Promise<CallOutcome> {
  const { discord } = servicesOf(platform)
  return discord ? access.takeRole(discord, { ...role, userId: role.accountId }) : noBot
}

/** The access to a repository that a benefit gives. */
export interface RepositoryRequest extends AccessRequest {
  readonly organizationId: string
  readonly repository: KnownRepository
  readonly permission: RepositoryPermission
  /** Whether the account has a higher permission there. The merchant may always lower it. */
  readonly isLowered: boolean
}

/**
 * Invites the GitHub account of a customer to a repository, or changes its permission in place. Repeating it changes nothing. The account that
 * the merchant has connected must administer the repository each time: it may have been so when the benefit was saved alone.
 */
export async function giveRepositoryAccess(
  platform: Platform,
  { organizationId, repository, permission, accountId, isLowered }: RepositoryRequest,
): Promise<CallOutcome> {
  const { github } = servicesOf(platform)
  if (!github) return noApp
  if (accountId === null) return linkFirst('github')
  const change = { repository, permission, accountId }
  if (isLowered) return thenOf(await access.lowerPermission(github, change), () => done())
  const connection = await findGithubConnection(platform.database.db, organizationId)
  if (!connection) return permanent('merchant_not_connected')
  return thenOf(await access.giveByMerchant(github, { ...change, merchantAccountId: connection.accountId }), () => done())
}

/** Deletes the invitation of the GitHub account that got it, and removes it from the repository. Repeating it changes nothing. */
export async function takeRepositoryAccess(
  platform: Platform,
  of: AccessGrant & { readonly repository: KnownRepository },
): Promise<CallOutcome> {
  const { github } = servicesOf(platform)
  return github ? access.takeRepositoryAccess(github, of) : noApp
}
