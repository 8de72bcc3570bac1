import { invalid, refuse, valueProblem } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { type DiscordRole, roleFault } from '../adapters/discord/permissions.ts'
import { servicesOf } from '../adapters/services.ts'
import { openGuildToken, UNKNOWN_GUILD } from '../guild-tokens.ts'
import { linkedAccountRefusals } from '../refusals.ts'

/** An organization, and the token of a guild that it has connected. */
export interface ListDiscordRolesInput {
  readonly organizationId: string
  readonly guildToken: string
}

/** A role of a guild, and why the bot cannot give it, as a sentence for the merchant; null if it can. */
export interface OfferedRole extends Pick<DiscordRole, 'id' | 'name'> {
  readonly fault: string | null
}

/**
 * The roles of a guild, the highest first, without the one of everybody (rule Y7). 422 at the token where it is not valid, the bot has left its
 * guild, or Discord does not answer; 404 without a bot. Never called in a transaction.
 */
export async function listDiscordRoles(
  platform: Platform,
  { organizationId, guildToken }: ListDiscordRolesInput,
): Promise<readonly OfferedRole[]> {
  const read = servicesOf(platform).discordRanks ?? refuse(linkedAccountRefusals.ProviderNotAvailable)
  const guildId = openGuildToken(platform, { organizationId, guildToken })
  if (guildId === undefined) invalid([valueProblem(['body', 'guild_token'], UNKNOWN_GUILD)])
  const outcome = await read(guildId)
  if (outcome.kind !== 'done') return invalid([valueProblem(['body', 'guild_token'], outcome.sentence)])
  const ranks = outcome.value
  return ranks.roles.filter(({ id }) => id !== guildId).map(({ id, name }) => ({ id, name, fault: roleFault(ranks, id) ?? null }))
}
