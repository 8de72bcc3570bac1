import { giveDiscordRole, takeDiscordRole } from '#merchant/linked-accounts/index.ts'
import { done } from '#merchant/linked-accounts/model.ts'
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
  isApplied: (held, properties) => targetOf(held) === targetOf(properties),
  give: async (platform, { organizationId, customerId }, { guild_id, role_id }) => {
    const outcome = await giveDiscordRole(platform, { organizationId, customerId, guildId: guild_id, roleId: role_id })
    return outcome.kind === 'done' ? done({ account_id: outcome.value.accountId, guild_id, role_id }) : outcome
  },
  take: (platform, { held, properties, others }) =>
    takeDiscordRole(platform, {
      ...{ accountId: held.account_id, guildId: guildOf(held), roleId: String(held['role_id']) },
      // Who has another role there stays a member.
      isKicked: properties.kick_member && !others.some((other) => guildOf(other) === guildOf(held) && other.account_id === held.account_id),
    }),
  isChangeRelevant: (before, after) => targetOf(before) !== targetOf(after),
}
