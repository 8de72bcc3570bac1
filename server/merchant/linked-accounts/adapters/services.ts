// Discord and GitHub as the settings configure them, one client of each for a process: what a client has learnt of limits is shared.
import { readRanks } from './access.ts'
import type { AccountProvider } from './account-provider.ts'
import type { ServiceDeps } from './calls.ts'
import { cachedRanks, type ReadRanks } from './discord/cached-ranks.ts'
import { createDiscord, type Discord } from './discord/discord.ts'
import { createDiscordOauth, type DiscordOauth } from './discord/oauth.ts'
import { createGithub, type Github } from './github/github.ts'
import { createGithubOauth } from './github/oauth.ts'

/** The services that the settings configure; a part is undefined where they do not. */
export interface Services {
  /** The bot, which gives roles. */
  readonly discord: Discord | undefined
  /** The roles of guilds, as they were within the last half minute. */
  readonly discordRanks: ReadRanks | undefined
  /** Links accounts at Discord, and connects guilds. */
  readonly discordOauth: DiscordOauth | undefined
  /** The app, which gives access to repositories. */
  readonly github: Github | undefined
  /** Links accounts at GitHub. */
  readonly githubOauth: AccountProvider | undefined
}

const services = new WeakMap<object, Services>()

/** The services of this process. Without the bot or the app, no account is linked for it either. */
export function servicesOf(deps: ServiceDeps): Services {
  const known = services.get(deps.settings)
  if (known) return known
  const created = createServices(deps)
  services.set(deps.settings, created)
  return created
}

function createServices(deps: ServiceDeps): Services {
  const { DISCORD_BOT_TOKEN, DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } = deps.settings
  const { GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = deps.settings
  const hasBot = DISCORD_BOT_TOKEN !== undefined && DISCORD_CLIENT_ID !== undefined && DISCORD_CLIENT_SECRET !== undefined
  const hasApp = GITHUB_APP_ID !== undefined && GITHUB_APP_PRIVATE_KEY !== undefined
  const hasClient = GITHUB_CLIENT_ID !== undefined && GITHUB_CLIENT_SECRET !== undefined
  const discordClient = { clientId: DISCORD_CLIENT_ID ?? '', clientSecret: DISCORD_CLIENT_SECRET ?? '' }
  const githubClient = { clientId: GITHUB_CLIENT_ID ?? '', clientSecret: GITHUB_CLIENT_SECRET ?? '' }
  const discord = hasBot ? createDiscord(deps, DISCORD_BOT_TOKEN) : undefined
  return {
    discord,
    discordRanks: discord && cachedRanks((guildId) => readRanks(discord, guildId), deps.clock),
    discordOauth: hasBot ? createDiscordOauth(deps, discordClient) : undefined,
    github: hasApp && hasClient ? createGithub(deps, { appId: GITHUB_APP_ID, privateKey: GITHUB_APP_PRIVATE_KEY }) : undefined,
    githubOauth: hasApp && hasClient ? createGithubOauth(deps, githubClient) : undefined,
  }
}
