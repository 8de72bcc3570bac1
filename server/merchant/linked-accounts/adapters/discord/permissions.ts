// The permissions of a bot over a role (rule Y7). Pure.

/** A role of a guild, as far as the rule needs it. */
export interface DiscordRole {
  readonly id: string
  readonly name: string
  /** Higher outranks lower; of equal ones the lower id outranks. */
  readonly position: number
  /** The permissions as a decimal bit field of any length. */
  readonly permissions: string
  /** Whether Discord or an app gives it alone. */
  readonly isManaged: boolean
}

/** The roles of a guild, and those that its bot has. */
export interface DiscordRanks {
  readonly guildId: string
  readonly roles: readonly DiscordRole[]
  readonly botRoleIds: readonly string[]
}

const CREATE_INSTANT_INVITE = 1n
const KICK_MEMBERS = 1n << 1n
const ADMINISTRATOR = 1n << 3n
const MANAGE_ROLES = 1n << 28n

/** The permissions that the bot asks for when it is added to a guild: to join members, to give roles and to remove members. */
export const BOT_PERMISSIONS = String(CREATE_INSTANT_INVITE | KICK_MEMBERS | MANAGE_ROLES)

/** Why the bot cannot give the role, as a sentence for the merchant; undefined if it can. */
export function roleFault({ guildId, roles, botRoleIds }: DiscordRanks, roleId: string): string | undefined {
  const role = roles.find(({ id }) => id === roleId)
  if (!role) return 'There is no such role on the Discord server.'
  if (role.id === guildId) return 'Every member of the Discord server has this role.'
  if (role.isManaged) return 'Discord or an app manages this role: a bot cannot give it.'
  // Every member has the role with the id of the guild; Discord does not list it.
  const own = roles.filter(({ id }) => id === guildId || botRoleIds.includes(id))
  const granted = own.reduce((bits, { permissions }) => bits | bitsOf(permissions), 0n)
  const lacks = (permission: bigint) => (granted & ADMINISTRATOR) === 0n && (granted & permission) === 0n
  if (lacks(MANAGE_ROLES)) return 'The bot lacks the permission “Manage Roles” on the Discord server.'
  if (lacks(CREATE_INSTANT_INVITE)) return 'The bot lacks the permission “Create Invite” on the Discord server.'
  if (!own.some((each) => outranks(each, role))) return 'The role is not below the role of the bot: move the role of the bot above it.'
  return undefined
}

function outranks(role: DiscordRole, other: DiscordRole): boolean {
  if (role.position !== other.position) return role.position > other.position
  return bitsOf(role.id) < bitsOf(other.id)
}

function bitsOf(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : 0n
}
