import type { Platform } from '#platform/platform.ts'
import { checkRole } from '../adapters/access.ts'
import { servicesOf } from '../adapters/services.ts'
import { GUILD_SEAL, openGuildToken, UNKNOWN_GUILD } from '../guild-tokens.ts'
import type { CheckedGuild, OutsideCheck } from '../model.ts'
import { toGuildText } from '../rules.ts'

/** A role, and the token that names its guild. */
export interface VerifyDiscordRoleInput {
  readonly organizationId: string
  readonly guildToken: string
  readonly roleId: string
}

/** The one of the two fields that is at fault. */
export type DiscordField = 'guild_token' | 'role_id'

/** The result of the check, with the field at fault. */
export type DiscordRoleCheck = Exclude<OutsideCheck<CheckedGuild>, { readonly kind: 'fault' }> | DiscordFault

/** Why the benefit cannot give the role. */
export interface DiscordFault {
  readonly kind: 'fault'
  readonly sentence: string
  readonly field: DiscordField
}

/** Asks Discord whether the bot may give the role (rule Y7). Never called in a transaction. */
export async function verifyDiscordRole(platform: Platform, input: VerifyDiscordRoleInput): Promise<DiscordRoleCheck> {
  const { discord } = servicesOf(platform)
  if (!discord) return { kind: 'absent' }
  const { organizationId, guildToken, roleId } = input
  const guildId = openGuildToken(platform, { organizationId, guildToken })
  if (guildId === undefined) return { kind: 'fault', field: 'guild_token', sentence: UNKNOWN_GUILD }
  const checked = await checkRole(discord, { guildId, roleId })
  if (checked.kind !== 'done') return { kind: 'fault', field: 'guild_token', sentence: checked.sentence }
  if (checked.value !== undefined) return { kind: 'fault', field: 'role_id', sentence: checked.value }
  const lasting = platform.secrets.seal(GUILD_SEAL, toGuildText({ organizationId, guildId, expiresAt: null }))
  return { kind: 'valid', value: { guildId, guildToken: lasting } }
}
