import { z } from 'zod'
import { Bug } from '#kernel/assert.ts'
import { added } from '#platform/http/wire-parts.ts'
import { defineBenefitKind, propertyProblem } from './kind.ts'

const TOKEN_MAXIMUM = 1000
const ID_MAXIMUM = 30

const kickMember = added('Whether the member leaves the Discord server with the last benefit.')

const wire = { guild_id: z.string(), role_id: z.string(), kick_member: z.boolean().meta(kickMember), guild_token: z.string() }
const body = {
  guild_token: z.string().min(1).max(TOKEN_MAXIMUM),
  role_id: z.string().min(1).max(ID_MAXIMUM),
  kick_member: z.boolean().nullish().meta(kickMember),
}

const recorded = { account_id: z.string().nullish(), guild_id: z.string().optional(), role_id: z.string().optional() }

/** A role on a Discord server. It needs a bot of the operator (rule Y7). */
export const discord = defineBenefitKind({
  type: 'discord',
  name: 'Discord',
  wire,
  body,
  namedBy: ({ guild_token: guildToken, role_id: roleId }) => ({
    meters: [],
    files: [],
    outside: { kind: 'discord_role', guildToken, roleId },
  }),
  check: ({ role_id, kick_member }, { outside }) => {
    if (outside.kind !== 'discord_role') throw new Bug('A role was not checked before it was saved')
    const { check } = outside
    if (check.kind === 'absent')
      return { problems: [propertyProblem(['guild_token'], 'This server has no Discord bot: its operator has not set one up.')] }
    if (check.kind === 'fault') return { problems: [propertyProblem([check.field ?? 'guild_token'], check.sentence)] }
    const { guildId, guildToken } = check.value
    return { properties: { guild_id: guildId, role_id, kick_member: kick_member ?? false, guild_token: guildToken } }
  },
  shown: { guild_id: wire.guild_id },
  toShown: ({ guild_id }) => ({ guild_id }),
  grant: { merchant: recorded, customer: recorded },
})
