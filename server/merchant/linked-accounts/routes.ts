import { sendCookies } from '#identity/sessions/index.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { completeAccountLink } from './actions/complete-account-link.ts'
import { deleteConnection } from './actions/delete-connection.ts'
import { listDiscordRoles } from './actions/list-discord-roles.ts'
import { startAccountLink } from './actions/start-account-link.ts'
import { unlinkCustomerAccount } from './actions/unlink-customer-account.ts'
import { type AccountProviderId, accountProviders, providerTitles } from './model.ts'
import { connectionList } from './reads.ts'
import { linkedAccountRefusals } from './refusals.ts'
import { authorization, callbackQuery, connection, connectionCreate, discordRoles, discordRolesRead, toConnectionWire } from './wire.ts'

const { ResourceNotFound, ProviderNotAvailable } = linkedAccountRefusals

// Both providers have the same operations, each with a path of its own: an unknown provider is an unknown path.
const customerRoutes = (provider: AccountProviderId): readonly Route[] => [
  route({
    method: 'POST',
    path: `/v1/customer-portal/linked-accounts/${provider}/authorize`,
    name: `customer_portal:linked_accounts:authorize_${provider}`,
    summary: `Returns the URL at which the customer of the session links their ${providerTitles[provider]} account. The browser must keep the cookie of the answer.`,
    access: 'customer',
    impersonation: 'allowed',
    answer: authorization,
    limit: { none: 'A customer has one state for each provider, which replaces the last.' },
    refusals: [ProviderNotAvailable],
    addition: true,
    handle: async ({ tx, platform, caller, request, reply, now }) => {
      const { organizationId, customerId } = caller
      const owner = { kind: 'customer', organizationId, customerId } as const
      const { url, cookie } = await startAccountLink(tx, platform, { provider, owner, request, now })
      sendCookies(reply, [cookie])
      return { url }
    },
  }),
  route({
    method: 'DELETE',
    path: `/v1/customer-portal/linked-accounts/${provider}`,
    name: `customer_portal:linked_accounts:unlink_${provider}`,
    summary: `Unlinks the ${providerTitles[provider]} account of the customer of the session. Access that it has stays until its benefits end.`,
    access: 'customer',
    impersonation: 'allowed',
    status: 204,
    refusals: [ResourceNotFound],
    addition: true,
    handle: async ({ tx, platform, caller: { organizationId, customerId } }) => {
      if (!(await unlinkCustomerAccount(tx, platform, { organizationId, customerId, provider }))) refuse(ResourceNotFound)
    },
  }),
]

const merchantRoutes = (provider: AccountProviderId): readonly Route[] => [
  route({
    method: 'POST',
    path: `/v1/connections/${provider}/authorize`,
    name: `connections:authorize_${provider}`,
    summary: {
      discord: 'Returns the URL at which a merchant adds the bot to a Discord server. Its callback continues with a guild token.',
      github: 'Returns the URL at which a merchant names the GitHub account that administers their repositories.',
    }[provider],
    access: 'scope:benefits:write',
    impersonation: 'refused',
    body: connectionCreate,
    answer: authorization,
    limit: { none: 'An organization has one state for each provider, which replaces the last.' },
    refusals: [ProviderNotAvailable],
    addition: true,
    handle: async ({ tx, platform, caller, body, tenantScope, request, reply, now }) => {
      const organizationId = tenantScope.organizationFor(body.organization_id)
      const startedBy = caller.kind === 'user' ? { userId: caller.user.id } : { tokenId: caller.tokenId }
      const owner = { kind: 'organization', organizationId, startedBy } as const
      const { url, cookie } = await startAccountLink(tx, platform, { provider, owner, request, now })
      sendCookies(reply, [cookie])
      return { url }
    },
  }),
]

const callbackRoutes = (provider: AccountProviderId): readonly Route[] => [
  route({
    method: 'GET',
    path: `/v1/linked-accounts/${provider}/callback`,
    name: `linked_accounts:callback_${provider}`,
    summary: `Handles the callback of ${providerTitles[provider]}, and redirects to the page of the benefits.`,
    access: 'anyone',
    isNavigated: true,
    takesAnyText: true,
    transaction: 'own',
    query: callbackQuery,
    status: 302,
    addition: true,
    handle: async ({ query, reply, ...by }) => {
      reply.redirect(await completeAccountLink(by, { provider, query }))
    },
  }),
]

export const routes: readonly Route[] = [
  ...accountProviders.flatMap((provider) => [...customerRoutes(provider), ...merchantRoutes(provider), ...callbackRoutes(provider)]),
  ...resourceReads({
    path: '/v1/connections/',
    name: 'connections',
    nouns: ['the accounts at providers that a merchant has connected', 'such an account'],
    scope: 'benefits:read',
    list: connectionList,
    schema: connection,
    toWire: toConnectionWire,
    notFound: ResourceNotFound,
    withoutExport: 'It has an entry for each provider.',
    addition: true,
  }),
  route({
    method: 'POST',
    path: '/v1/connections/discord/roles',
    name: 'connections:discord_roles',
    summary: 'Lists the roles of a Discord server that was connected, as they were within the last half minute.',
    access: 'scope:benefits:write',
    impersonation: 'allowed',
    body: discordRolesRead,
    answer: discordRoles,
    transaction: 'own',
    limit: { none: 'It stores nothing, and Discord is asked for the roles of a server once in half a minute.' },
    refusals: [ProviderNotAvailable],
    addition: true,
    handle: async ({ platform, body: { organization_id, guild_token: guildToken }, tenantScope }) => ({
      items: [...(await listDiscordRoles(platform, { organizationId: tenantScope.organizationFor(organization_id), guildToken }))],
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/connections/{id}',
    name: 'connections:delete',
    summary: 'Deletes a connection. Customers keep the access that they have, and none gets any until another account is connected.',
    access: 'scope:benefits:write',
    impersonation: 'allowed',
    params: idParams,
    status: 204,
    refusals: [ResourceNotFound],
    addition: true,
    handle: (call) => deleteConnection(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id }),
  }),
]
