import { giveDiscordRole, takeDiscordRole } from '#merchant/linked-accounts/index.ts'
import type { GrantProperties } from '../../model.ts'
import type { OutsideKind } from './kind.ts'

const guildOf = (properties: GrantProperties) => String(properties['guild_id'])
const targetOf = (properties: GrantProperties) => `${guildOf(properties)}/${properties['role_id']}`

/** A role on a Discord server (rule Y7). */
export const discord: OutsideKind<'discord'> = {
  type: 'discord',
  place: 'outside',
  provider: 'discord',
  targetOf,
  levelOf: () => 0,
  accessOf: (account_id, { guild_id, role_id }) => ({ account_id, guild_id, role_id }),
  isApplied: (held, properties) => targetOf(held) === targetOf(properties),
  give: (platform, { properties: { guild_id: guildId, role_id: roleId }, ...account }) =>
    giveDiscordRole(platform, { ...account, guildId, roleId }),
  take: (platform, { held, properties, others }) =>
    takeDiscordRole(platform, {
      accountId: held.account_id,
      guildId: guildOf(held),
      roleId: String(held['role_id']),
      // An account that has another role there stays a member.
      isKicked: properties.kick_member && !others.some((other) => guildOf(other) === guildOf(held) && other.account_id === held.account_id),
    }),
  isChangeRelevant: (before, after) => targetOf(before) !== targetOf(after),
}
