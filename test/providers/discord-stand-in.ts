// A stand-in for Discord's API, written from its reference: https://discord.com/developers/docs/reference.
import { createHash } from 'node:crypto'
import { createCodes, type StandInAnswer, type StandInApi, StandInFault, type StandInRequest } from './stand-in.ts'

/** A role of a guild. `permissions` is a decimal bit field. */
export interface StandInRole {
  readonly id: string
  readonly name?: string
  readonly position: number
  readonly permissions?: string
  readonly managed?: boolean
}

/** A guild. Its roles contain the one of everybody, with the guild's id. */
export interface StandInGuild {
  readonly id: string
  readonly name: string
  roles: StandInRole[]
  /** The roles of members by user id; the bot is one where it was added. */
  readonly members: Map<string, Set<string>>
  readonly banned: Set<string>
}

/** The stand-in and its state. */
export interface DiscordStandIn extends StandInApi {
  readonly settings: Readonly<Record<string, string>>
  readonly guilds: Map<string, StandInGuild>
  /** Names of accounts by their ids. */
  readonly accounts: Map<string, string>
  /** The access tokens that act for accounts. */
  readonly accessTokens: Map<string, string>
  readonly refreshTokens: Map<string, string>
  /** Adds a guild with the bot as a member: its role is above `memberRole`, below `staffRole`. */
  addGuild(id: string, name?: string): StandInGuild
  /** Follows an authorization URL as an account; with a guild where a bot is added. Returns the URL of the redirect. */
  authorize(url: string, by: { readonly accountId: string; readonly guildId?: string }): string
}

export const DISCORD_BOT = '900'
/** Roles of every guild of `addGuild`. */
export const memberRole = { id: '11', name: 'Member', position: 1 }
export const staffRole = { id: '13', name: 'Staff', position: 3 }
const MANAGE_ROLES_AND_INVITE = String((1n << 28n) | 1n)
const [BOT_TOKEN, CLIENT_ID, CLIENT_SECRET] = ['discord-bot-token', 'discord-client', 'discord-secret']
const AUTHORIZE = 'https://discord.com/oauth2/authorize'
const WEEK_SECONDS = 604_800
/** The owner of tokens that were revoked: no account has it. */
export const REVOKED = 'revoked'

const errorOf = (status: number, code: number, message: string): StandInAnswer => ({ status, json: { code, message } })
const unknown = {
  guild: errorOf(404, 10004, 'Unknown Guild'),
  member: errorOf(404, 10007, 'Unknown Member'),
  role: errorOf(404, 10011, 'Unknown Role'),
}
const missingPermissions = errorOf(403, 50013, 'Missing Permissions')

/** Creates the stand-in. */
export function discordStandIn(): DiscordStandIn {
  const guilds = new Map<string, StandInGuild>()
  const accounts = new Map<string, string>()
  const accessTokens = new Map<string, string>()
  const refreshTokens = new Map<string, string>()
  const codes = createCodes({ id: CLIENT_ID, secret: CLIENT_SECRET })
  const state = { guilds, accounts, accessTokens, refreshTokens, codes }
  return {
    hosts: ['discord.com'],
    settings: { DISCORD_CLIENT_ID: CLIENT_ID, DISCORD_CLIENT_SECRET: CLIENT_SECRET, DISCORD_BOT_TOKEN: BOT_TOKEN },
    guilds,
    accounts,
    accessTokens,
    refreshTokens,
    addGuild: (id, name = 'Acme') => {
      const bot = { id: '12', name: 'Bot', position: 2, permissions: MANAGE_ROLES_AND_INVITE, managed: true }
      const everyone = { id, name: '@everyone', position: 0, permissions: '0' }
      const guild = { id, name, roles: [everyone, memberRole, bot, staffRole], members: new Map(), banned: new Set<string>() }
      guild.members.set(DISCORD_BOT, new Set(['12']))
      guilds.set(id, guild)
      return guild
    },
    authorize: (url, by) => codes.authorize(url, AUTHORIZE, by),
    answer: (request) => answer(state, request),
  }
}

type State = Pick<DiscordStandIn, 'guilds' | 'accounts' | 'accessTokens' | 'refreshTokens'> & {
  readonly codes: ReturnType<typeof createCodes>
}

function answer(state: State, request: StandInRequest): StandInAnswer {
  const [api, version, ...path] = request.segments
  if (api !== 'api' || version !== 'v10') throw new StandInFault('Only version 10 of the API is called')
  const line = `${request.method} ${path[0]}`
  if (line === 'POST oauth2') return path[2] === 'revoke' ? revocation(state, request) : token(state, request)
  if (line === 'GET users') return account(state, request)
  if (request.headers.authorization !== `Bot ${BOT_TOKEN}`) return errorOf(401, 0, '401: Unauthorized')
  return guildAnswer(state, request, path)
}

function token({ codes, accounts, accessTokens, refreshTokens, guilds }: State, { form, headers }: StandInRequest): StandInAnswer {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) throw new StandInFault('A token request is a form')
  const refresh = form.get('refresh_token')
  const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
  const accountId = refresh === null ? undefined : refreshTokens.get(refresh)
  const redeemed = refresh === null ? codes.redeem(form, challengeOf) : accountId && { accountId, scopes: [], guildId: undefined }
  if (!redeemed || !accounts.has(redeemed.accountId)) return { status: 400, json: { error: 'invalid_grant' } }
  if (refresh !== null) refreshTokens.delete(refresh)
  const number = accessTokens.size + 1
  const issued = { access_token: `access-${number}`, refresh_token: `refresh-${number}` }
  accessTokens.set(issued.access_token, redeemed.accountId)
  refreshTokens.set(issued.refresh_token, redeemed.accountId)
  const guild = redeemed.guildId === undefined ? undefined : guilds.get(redeemed.guildId)
  const json = { ...issued, token_type: 'Bearer', expires_in: WEEK_SECONDS, scope: redeemed.scopes.join(' ') }
  return { status: 200, json: guild ? { ...json, guild: { id: guild.id, name: guild.name } } : json }
}

// RFC 7009: all tokens of the authorization end, and an unknown one is no error.
function revocation({ accessTokens, refreshTokens }: State, { form, headers, segments }: StandInRequest): StandInAnswer {
  if (segments.length !== 5) throw new StandInFault('There is no such path')
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) throw new StandInFault('A token request is a form')
  if (form.get('client_id') !== CLIENT_ID || form.get('client_secret') !== CLIENT_SECRET) throw new StandInFault('The client is unknown')
  const revoked = form.get('token')
  if (!revoked) throw new StandInFault('A revocation names the token')
  const accountId = accessTokens.get(revoked) ?? refreshTokens.get(revoked)
  for (const tokens of [accessTokens, refreshTokens]) for (const [text, owner] of tokens) if (owner === accountId) tokens.set(text, REVOKED)
  return { status: 200, json: {} }
}

function account({ accounts, accessTokens }: State, { headers }: StandInRequest): StandInAnswer {
  if (headers.authorization === `Bot ${BOT_TOKEN}`) return { status: 200, json: { id: DISCORD_BOT, username: 'guildhall', bot: true } }
  const id = accessTokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
  return id === undefined ? errorOf(401, 0, '401: Unauthorized') : { status: 200, json: { id, username: accounts.get(id) } }
}

function guildAnswer(state: State, { method, json }: StandInRequest, path: readonly string[]): StandInAnswer {
  const [, guildId = '', collection, userId, roles, roleId, ...rest] = path
  const guild = state.guilds.get(guildId)
  if (path[0] !== 'guilds' || rest.length > 0) throw new StandInFault('There is no such path')
  if (!guild?.members.has(DISCORD_BOT)) return unknown.guild
  if (collection === undefined && method === 'GET') return { status: 200, json: { id: guild.id, name: guild.name } }
  if (collection === 'roles' && method === 'GET') return { status: 200, json: guild.roles.map(roleJson) }
  if (collection !== 'members' || userId === undefined) throw new StandInFault('There is no such path')
  if (roles === 'roles' && roleId !== undefined) return roleAnswer(guild, method, { userId, roleId })
  if (roles !== undefined) throw new StandInFault('There is no such path')
  return memberAnswer(state, guild, { method, userId, accessToken: json?.['access_token'] })
}

const roleJson = ({ id, name = 'Role', position, permissions = '0', managed = false }: StandInRole) => ({
  id,
  name,
  position,
  permissions,
  managed,
})

interface MemberRequest {
  readonly method: string
  readonly userId: string
  readonly accessToken: unknown
}

function memberAnswer({ accessTokens }: State, guild: StandInGuild, { method, userId, accessToken }: MemberRequest): StandInAnswer {
  const roles = guild.members.get(userId)
  if (method === 'GET') return roles ? { status: 200, json: { user: { id: userId }, roles: [...roles] } } : unknown.member
  if (method === 'DELETE') {
    if (!roles) return unknown.member
    guild.members.delete(userId)
    return { status: 204 }
  }
  if (method !== 'PUT') throw new StandInFault('There is no such method')
  if (guild.banned.has(userId)) return errorOf(403, 40007, 'The user is banned from this guild.')
  if (typeof accessToken !== 'string') throw new StandInFault('access_token is required')
  if (accessTokens.get(accessToken) !== userId) return errorOf(403, 50025, 'Invalid OAuth2 access token provided')
  if (roles) return { status: 204 }
  guild.members.set(userId, new Set())
  return { status: 201, json: { user: { id: userId }, roles: [] } }
}

function roleAnswer(
  guild: StandInGuild,
  method: string,
  { userId, roleId }: { readonly userId: string; readonly roleId: string },
): StandInAnswer {
  const role = guild.roles.find(({ id }) => id === roleId)
  const own = guild.roles.filter(({ id }) => guild.members.get(DISCORD_BOT)?.has(id))
  const roles = guild.members.get(userId)
  if (!roles) return unknown.member
  if (!role) return unknown.role
  if (!own.some(({ position }) => position > role.position)) return missingPermissions
  if (method === 'PUT') roles.add(roleId)
  else if (method === 'DELETE') roles.delete(roleId)
  else throw new StandInFault('There is no such method')
  return { status: 204 }
}
