// A merchant who sells what is at Discord and GitHub: benefits, connections and the linked accounts of customers, through the public API.
import { memberRole } from '#test/providers/discord-stand-in.ts'
import type { Services } from '#test/providers/services.ts'
import type { TestMerchant } from '../a-merchant.ts'
import type { TestPortal } from '../portal/a-portal.ts'
import type { TestAnswer, TestServer } from '../server.ts'

/** A provider whose accounts customers link. */
export type LinkedProvider = 'discord' | 'github'

/** The shop of one merchant, with the stand-ins that its server calls. */
export interface AccessShop {
  /** Creates a benefit. Returns its id. */
  aBenefit(type: string, properties?: object): Promise<string>
  /** Adds the bot to a guild as a person at Discord. Returns the token of the guild. */
  guildToken(guildId: string, accountId: string): Promise<string>
  /** Names the account at GitHub that administers the repositories. */
  connectGithub(accountId: number): Promise<void>
  /** Gives a product these benefits, and no others. */
  give(productId: string, benefits: readonly string[]): Promise<void>
  /** Links an account to the customer of a portal. */
  link(portal: TestPortal, provider: LinkedProvider, accountId: string): Promise<void>
}

/** The shop of a merchant. */
export function anAccessShop(server: TestServer, services: Services, merchant: TestMerchant): AccessShop {
  const expectStatus = (answer: TestAnswer, status: number): TestAnswer => {
    if (answer.status !== status) throw new Error(`It was answered ${answer.status}: ${answer.text}`)
    return answer
  }
  const comeBack = (started: TestAnswer, url: string) => {
    const cookie = [...started.cookies.values()].map((line) => line.split(';')[0]).join('; ')
    return server.request('GET', url.replace(server.settings.BASE_URL, ''), { headers: { cookie } })
  }
  const connect = async (provider: LinkedProvider, by: { readonly accountId: string; readonly guildId?: string }) => {
    const started = expectStatus(await merchant.request('POST', `/v1/connections/${provider}/authorize`, { body: {} }), 200)
    return comeBack(started, services[provider].authorize(started.json.url, by))
  }
  return {
    aBenefit: async (type, properties = { note: 'Write to us.' }) =>
      expectStatus(await merchant.request('POST', '/v1/benefits/', { body: { type, description: 'A way in', properties } }), 201).json.id,
    guildToken: async (guildId, accountId) => {
      const answer = await connect('discord', { accountId, guildId })
      return decodeURIComponent(new URL(String(answer.headers['location'])).hash.replace('#guild_token=', ''))
    },
    connectGithub: async (accountId) => void (await connect('github', { accountId: String(accountId) })),
    give: async (productId, benefits) =>
      void expectStatus(await merchant.request('POST', `/v1/products/${productId}/benefits`, { body: { benefits } }), 200),
    link: async (portal, provider, accountId) => {
      const started = await portal.request('POST', `/linked-accounts/${provider}/authorize`)
      expectStatus(await comeBack(started, services[provider].authorize(started.json.url, { accountId })), 302)
    },
  }
}

/** The properties of a benefit that gives `memberRole` of a guild. */
export function roleProperties(guildToken: string, kickMember = false): object {
  return { guild_token: guildToken, role_id: memberRole.id, kick_member: kickMember }
}

/** The properties of a benefit of a repository. */
export function repositoryProperties(name: string, permission = 'pull'): object {
  return { repository_owner: 'acme', repository_name: name, permission }
}
