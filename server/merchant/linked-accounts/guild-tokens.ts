// The tokens that name a guild: sealed for the organization that has connected it.
import type { Platform } from '#platform/platform.ts'
import { guildOfText } from './rules.ts'

/** The purpose under which guild tokens are sealed. */
export const GUILD_SEAL = 'discord-guild'

/** Why a token names no guild. */
export const UNKNOWN_GUILD = 'This token of a Discord server is not valid or has expired: connect the server again.'

/** The id of the guild of a token; undefined if it is of another organization, has expired, or cannot be opened. */
export function openGuildToken(
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  { organizationId, guildToken }: { readonly organizationId: string; readonly guildToken: string },
): string | undefined {
  const plain = secrets.openOrNull(GUILD_SEAL, guildToken)
  return plain === null ? undefined : guildOfText(plain, { organizationId, now: clock.now() })
}
