// The authorizations of customers and merchants at Discord: https://discord.com/developers/docs/topics/oauth2.
import type { Clock } from '#platform/clock.ts'
import { actionRequired, type CallOutcome, done, fieldOf, permanent, textOf } from '../../call-outcome.ts'
import {
  type AccountProvider,
  type AccountTokens,
  type AuthorizationRequest,
  authorizationQuery,
  type ClientCredentials,
  type CodeExchange,
  exchangeForm,
} from '../account-provider.ts'
import { createServiceCalls, type ServiceCalls, type ServiceDeps, thenOf } from '../calls.ts'
import { DISCORD_API, DISCORD_USER_AGENT, type Guild, guildOf } from './discord.ts'
import { BOT_PERMISSIONS } from './permissions.ts'

const AUTHORIZE = 'https://discord.com/oauth2/authorize'
/** The account's id and name, and joining guilds for it. Its email is not asked for. */
const SCOPES = 'identify guilds.join'
/** The longest lifetime of a token that is believed: a year, in seconds. */
const LIFETIME_MAXIMUM = 365 * 86_400

/** Discord as a provider of accounts and of guilds. */
export interface DiscordOauth extends AccountProvider {
  /** New tokens. The customer must act where Discord no longer accepts the refresh token. */
  refresh(refreshToken: string): Promise<CallOutcome<AccountTokens>>
  /** Ends the authorization that a token belongs to, with all its tokens (RFC 7009); also done for a token that has ended. */
  revoke(token: string): Promise<CallOutcome>
  /** Where a merchant adds the bot to a guild that they manage. Sends no request. */
  installUrl(request: AuthorizationRequest): string
  /** The guild of Discord's own answer: the one in the query of the redirect is the word of the browser alone. */
  exchangeGuild(exchange: CodeExchange): Promise<CallOutcome<Guild>>
}

interface OauthDeps {
  readonly calls: ServiceCalls
  readonly credentials: ClientCredentials
  readonly clock: Clock
}

/** The authorizations of one client. */
export function createDiscordOauth(deps: ServiceDeps, credentials: ClientCredentials): DiscordOauth {
  const oauth = { calls: createServiceCalls(deps, 'Discord'), credentials, clock: deps.clock }
  const urlOf = (request: AuthorizationRequest, further: Readonly<Record<string, string>>) => {
    const query = authorizationQuery(credentials, request)
    for (const [name, value] of Object.entries(further)) query.set(name, value)
    return `${AUTHORIZE}?${query}`
  }
  return {
    authorizationUrl: (request) => urlOf(request, { scope: SCOPES, prompt: 'consent' }),
    installUrl: (request) => urlOf(request, { scope: 'bot', permissions: BOT_PERMISSIONS }),
    exchangeCode: async (exchange) =>
      thenOf(await requestTokens(oauth, exchangeForm(credentials, exchange)), async (json) =>
        thenOf(tokensOf(json, deps.clock.now()), async (tokens) =>
          thenOf(await readAccount(oauth, tokens.accessToken), (account) => done({ ...account, tokens })),
        ),
      ),
    exchangeGuild: async (exchange) =>
      thenOf(await requestTokens(oauth, exchangeForm(credentials, exchange)), (json) => {
        const guild = guildOf(fieldOf(json, 'guild'))
        return guild.id === ''
          ? permanent({ code: null, sentence: 'Discord named no server: choose one when you add the bot.' })
          : done(guild)
      }),
    refresh: (refreshToken) => refresh(oauth, refreshToken),
    revoke: (token) => revoke(oauth, token),
  }
}

const EXPIRED = 'Discord no longer accepts this authorization: start again.'

async function requestTokens({ calls }: OauthDeps, form: URLSearchParams): Promise<CallOutcome<unknown>> {
  const result = await calls.call({
    method: 'POST',
    url: `${DISCORD_API}/oauth2/token`,
    headers: { 'user-agent': DISCORD_USER_AGENT },
    body: form,
    allowance: 'oauth2',
  })
  if (result.kind !== 'answered') return result
  const { answer } = result
  if (answer.status === 200) return done(answer.json)
  return textOf(answer.json, 'error') === 'invalid_grant' ? permanent({ code: null, sentence: EXPIRED }) : calls.failure(answer)
}

function tokensOf(json: unknown, now: Date): CallOutcome<AccountTokens> {
  const [accessToken, seconds] = [textOf(json, 'access_token'), Number(fieldOf(json, 'expires_in'))]
  if (accessToken === '') return permanent({ code: null, sentence: 'Discord sent no access token.' })
  const expiresAt = seconds > 0 ? new Date(now.getTime() + Math.min(seconds, LIFETIME_MAXIMUM) * 1000) : null
  return done({ accessToken, refreshToken: textOf(json, 'refresh_token') || null, expiresAt })
}

async function readAccount({ calls }: OauthDeps, accessToken: string) {
  const result = await calls.call({
    method: 'GET',
    url: `${DISCORD_API}/users/@me`,
    headers: { authorization: `Bearer ${accessToken}`, 'user-agent': DISCORD_USER_AGENT },
    allowance: 'oauth2 account',
  })
  if (result.kind !== 'answered') return result
  const { answer } = result
  const accountId = textOf(answer.json, 'id')
  if (answer.status !== 200 || accountId === '') return calls.failure(answer)
  return done({ accountId, accountName: textOf(answer.json, 'username') })
}

async function refresh(oauth: OauthDeps, refreshToken: string): Promise<CallOutcome<AccountTokens>> {
  const { clientId, clientSecret } = oauth.credentials
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
  })
  const outcome = await thenOf(await requestTokens(oauth, form), (json) => tokensOf(json, oauth.clock.now()))
  return outcome.kind === 'permanent' && outcome.sentence === EXPIRED ? actionRequired('link_discord_again') : outcome
}

async function revoke({ calls, credentials: { clientId, clientSecret } }: OauthDeps, token: string): Promise<CallOutcome> {
  const result = await calls.call({
    method: 'POST',
    url: `${DISCORD_API}/oauth2/token/revoke`,
    headers: { 'user-agent': DISCORD_USER_AGENT },
    body: new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }),
    allowance: 'oauth2 revoke',
  })
  if (result.kind !== 'answered') return result
  return result.answer.status === 200 ? done() : calls.failure(result.answer)
}
