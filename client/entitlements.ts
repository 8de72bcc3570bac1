import type { CallOptions, Result } from './http.ts'
import type { Answer } from './operations.ts'
import type { Create, Get, List, Remove, Update, Verbs } from './verbs.ts'
import type { ConnectionCreate, DiscordRolesRead } from './wire.ts'

/** The benefits that customers get with what they bought. */
export interface Entitlements {
  /** The customers who have a benefit, and the order or subscription by which they have it. */
  readonly benefitGrants: {
    readonly list: List<'benefit_grants:list'>
    readonly get: Get<'benefit_grants:get'>
    /** Attempts a failed grant again at once. */
    readonly retry: (id: string, options?: CallOptions) => Promise<Result<Answer<'benefit_grants:retry'>>>
  }
  readonly licenseKeys: {
    readonly list: List<'license_keys:list'>
    /** A key with its activations. */
    readonly get: Get<'license_keys:get'>
    readonly update: Update<'license_keys:update'>
    /** Revokes the key, and creates one in its place. */
    readonly reissue: (id: string, options?: CallOptions) => Promise<Result<Answer<'license_keys:reissue'>>>
  }
  /** The accounts at providers that a merchant has connected. */
  readonly connections: {
    readonly list: List<'connections:list'>
    readonly delete: Remove
    /** The URL at which the bot is added to a Discord server, or at which the GitHub account is named. */
    readonly authorize: (
      input: ConnectionCreate & { readonly provider: 'discord' | 'github' },
      options?: CallOptions,
    ) => Promise<Result<Answer<'connections:authorize_github'>>>
    /** The roles of a Discord server that was connected, and why the bot cannot give one. */
    readonly discordRoles: (input: DiscordRolesRead, options?: CallOptions) => Promise<Result<Answer<'connections:discord_roles'>>>
  }
  readonly customerSessions: {
    /** Creates a session of a customer; only this answer has its secret. */
    readonly create: Create<'customer-sessions:create'>
  }
}

export const entitlementsOver = ({ call, one, list, get, create, update, remove }: Verbs): Entitlements => ({
  benefitGrants: {
    list: list('/benefit-grants/'),
    get: get('/benefit-grants/'),
    retry: (id, options) => call('POST', `${one('/benefit-grants/', id)}/retry`, { options }),
  },
  licenseKeys: {
    list: list('/license-keys/'),
    get: get('/license-keys/'),
    update: update('/license-keys/'),
    reissue: (id, options) => call('POST', `${one('/license-keys/', id)}/reissue`, { options }),
  },
  connections: {
    list: list('/connections/'),
    delete: remove('/connections/'),
    authorize: ({ provider, ...body }, options) => call('POST', `/connections/${provider}/authorize`, { body, options }),
    discordRoles: (body, options) => call('POST', '/connections/discord/roles', { body, options }),
  },
  customerSessions: { create: create('/customer-sessions/') },
})
