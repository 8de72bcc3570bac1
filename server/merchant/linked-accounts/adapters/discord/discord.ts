// The calls of Discord's API (version 10) that benefits need: https://discord.com/developers/docs/resources/guild.
import {
  actionRequired,
  type CallOutcome,
  done,
  fieldOf,
  isRateLimited,
  permanent,
  type ServiceAnswer,
  textOf,
} from '../../call-outcome.ts'
import { createServiceCalls, pathOf, type ServiceCalls, type ServiceDeps, type ServiceRequest, thenOf } from '../calls.ts'
import type { DiscordRole } from './permissions.ts'

export const DISCORD_API = 'https://discord.com/api/v10'
/** Discord asks for this form: https://discord.com/developers/docs/reference#user-agent. */
export const DISCORD_USER_AGENT = 'DiscordBot (https://guildhall.dev, 1)'

/** Discord's codes of errors: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json. */
const codes = {
  unknownGuild: '10004',
  unknownMember: '10007',
  unknownRole: '10011',
  unknownUser: '10013',
  tooManyGuilds: '30001',
  invalidAccessToken: '50025',
  banned: '40007',
} as const

/** A user on a guild. */
export interface GuildMember {
  readonly guildId: string
  readonly userId: string
}

/** A guild, which Discord's own interface calls a server. */
export interface Guild {
  readonly id: string
  readonly name: string
}

/** The calls that benefits need. None rejects for what Discord answers. */
export interface Discord {
  /** The guild; permanent if the bot is not on it. */
  readGuild(guildId: string): Promise<CallOutcome<Guild>>
  /** The roles of a guild, the highest first. */
  listRoles(guildId: string): Promise<CallOutcome<readonly DiscordRole[]>>
  /** The ids of the roles that the bot itself has on a guild, without the one of everybody. */
  listBotRoles(guildId: string): Promise<CallOutcome<readonly string[]>>
  /** Joins the user with their own access token of the scope `guilds.join`; also done for a member. */
  joinMember(member: GuildMember & { readonly accessToken: string }): Promise<CallOutcome>
  /** Gives a role. `absent`: the user is no member of the guild. */
  addRole(member: GuildMember & { readonly roleId: string }): Promise<CallOutcome<'added' | 'absent'>>
  /** Takes a role; also done if the member, the role or the guild no longer exists. */
  removeRole(member: GuildMember & { readonly roleId: string }): Promise<CallOutcome>
  /** Removes a member from a guild; also done if they have left. */
  removeMember(member: GuildMember): Promise<CallOutcome>
}

interface BotDeps {
  readonly calls: ServiceCalls
  readonly botToken: string
}

/** The calls of one bot. */
export function createDiscord(deps: ServiceDeps, botToken: string): Discord {
  const bot = { calls: createServiceCalls(deps, 'Discord'), botToken }
  let botId: string | undefined
  const readBotId = async (): Promise<CallOutcome<string>> => {
    if (botId !== undefined) return done(botId)
    return thenOf(await read(bot, '/users/@me', 'users'), (json) => {
      botId = textOf(json, 'id')
      return done(botId)
    })
  }
  return {
    readGuild: async (guildId) => thenOf(await read(bot, pathOf('guilds', guildId), guildId), (json) => done(guildOf(json))),
    listRoles: async (guildId) =>
      thenOf(await read(bot, `${pathOf('guilds', guildId)}/roles`, guildId), (json) =>
        done(
          listOf(json)
            .map(roleOf)
            .sort((left, right) => right.position - left.position),
        ),
      ),
    listBotRoles: async (guildId) =>
      thenOf(await readBotId(), async (userId) =>
        thenOf(await read(bot, pathOf('guilds', guildId, 'members', userId), guildId), (json) =>
          done(listOf(fieldOf(json, 'roles')).map(String)),
        ),
      ),
    joinMember: (member) => joinMember(bot, member),
    addRole: (member) => addRole(bot, member),
    removeRole: ({ guildId, userId, roleId }) => remove(bot, pathOf('guilds', guildId, 'members', userId, 'roles', roleId), guildId),
    removeMember: ({ guildId, userId }) => remove(bot, pathOf('guilds', guildId, 'members', userId), guildId),
  }
}

/** Sends a request of the bot. Discord counts by route and guild. */
function send({ calls, botToken }: BotDeps, { path, guildId, ...request }: BotRequest) {
  return calls.call({
    ...request,
    url: `${DISCORD_API}${path}`,
    headers: { authorization: `Bot ${botToken}`, 'user-agent': DISCORD_USER_AGENT },
    allowance: `${request.method} ${guildId}`,
  })
}

interface BotRequest {
  readonly method: ServiceRequest['method']
  readonly path: string
  readonly guildId: string
  readonly body?: object
}

async function read(bot: BotDeps, path: string, guildId: string): Promise<CallOutcome<unknown>> {
  const result = await send(bot, { method: 'GET', path, guildId })
  if (result.kind !== 'answered') return result
  const { answer } = result
  if (answer.status === 200) return done(answer.json)
  return isAbsent(answer) || isForbidden(answer) ? permanent('bot_missing') : bot.calls.failure(answer)
}

async function joinMember(
  bot: BotDeps,
  { guildId, userId, accessToken }: GuildMember & { readonly accessToken: string },
): Promise<CallOutcome> {
  const path = pathOf('guilds', guildId, 'members', userId)
  const result = await send(bot, { method: 'PUT', path, guildId, body: { access_token: accessToken } })
  if (result.kind !== 'answered') return result
  const { answer } = result
  if (answer.status === 201 || answer.status === 204) return done()
  const code = codeOf(answer)
  if (code === codes.invalidAccessToken) return actionRequired('link_discord_again')
  if (code === codes.tooManyGuilds) return actionRequired('too_many_servers')
  if (code === codes.banned) return permanent('member_banned')
  return isAbsent(answer) ? permanent('bot_missing') : bot.calls.failure(answer)
}

async function addRole(
  bot: BotDeps,
  { guildId, userId, roleId }: GuildMember & { readonly roleId: string },
): Promise<CallOutcome<'added' | 'absent'>> {
  const result = await send(bot, { method: 'PUT', path: pathOf('guilds', guildId, 'members', userId, 'roles', roleId), guildId })
  if (result.kind !== 'answered') return result
  const { answer } = result
  if (answer.status === 204) return done('added' as const)
  const code = codeOf(answer)
  if (code === codes.unknownMember || code === codes.unknownUser) return done('absent' as const)
  if (code === codes.unknownRole) return permanent('role_missing')
  if (code === codes.unknownGuild) return permanent('bot_missing')
  return isForbidden(answer) ? permanent('role_too_high') : bot.calls.failure(answer)
}

async function remove(bot: BotDeps, path: string, guildId: string): Promise<CallOutcome> {
  const result = await send(bot, { method: 'DELETE', path, guildId })
  if (result.kind !== 'answered') return result
  const { answer } = result
  if (answer.status === 204 || isAbsent(answer)) return done()
  return isForbidden(answer) ? permanent('member_too_high') : bot.calls.failure(answer)
}

function codeOf({ json }: ServiceAnswer): string {
  return textOf(json, 'code')
}

function isAbsent({ status }: ServiceAnswer): boolean {
  return status === 404
}

function isForbidden(answer: ServiceAnswer): boolean {
  return answer.status === 403 && !isRateLimited(answer)
}

function listOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : []
}

/** The guild of an answer; its id is '' where there is none. */
export function guildOf(json: unknown): Guild {
  return { id: textOf(json, 'id'), name: textOf(json, 'name') }
}

function roleOf(json: unknown): DiscordRole {
  return {
    id: textOf(json, 'id'),
    name: textOf(json, 'name'),
    position: Number(fieldOf(json, 'position') ?? 0),
    permissions: textOf(json, 'permissions'),
    isManaged: fieldOf(json, 'managed') === true,
  }
}
