import { privateKeyPem } from '#test/providers/github-stand-in.ts'

/** Settings with a bot at Discord and an app at GitHub, which no test calls. */
export const benefitServices = {
  DISCORD_CLIENT_ID: 'us at Discord',
  DISCORD_CLIENT_SECRET: 'ours',
  DISCORD_BOT_TOKEN: 'our bot',
  GITHUB_CLIENT_ID: 'us at GitHub',
  GITHUB_CLIENT_SECRET: 'ours',
  GITHUB_APP_ID: '1',
  GITHUB_APP_PRIVATE_KEY: privateKeyPem(),
}
