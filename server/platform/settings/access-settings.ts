// The settings of benefits that give access at Discord and GitHub.
import { createPrivateKey } from 'node:crypto'
import { type Kind, kinds } from './kinds.ts'
import { type Setting, setting } from './setting.ts'

const privateKey: Kind<string | undefined> = {
  name: 'private key in PEM format',
  read: (input) => {
    // An environment file has it in one line, with \n for each line break.
    const value = input.replaceAll('\\n', '\n')
    try {
      if (createPrivateKey(value).asymmetricKeyType === 'rsa') return { value }
    } catch {}
    return { fault: 'must be the .pem file from GitHub: a private RSA key in PEM format' }
  },
}

/** The settings of the Discord bot and the GitHub App of this server. */
export const accessSettings = {
  DISCORD_BOT_TOKEN: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'benefits cannot give roles on Discord',
    sentence: 'The token of the bot of your Discord application, the one of DISCORD_CLIENT_ID. It gives the roles of benefits.',
    isSecret: true,
  }),
  GITHUB_APP_ID: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'benefits cannot give access to repositories',
    sentence: 'The id of your GitHub App, the one of GITHUB_CLIENT_ID. It invites customers to repositories.',
  }),
  GITHUB_APP_PRIVATE_KEY: setting({
    kind: privateKey,
    default: undefined,
    sentence: 'The content of a .pem file of that app; in one line with \\n for each line break.',
    isSecret: true,
  }),
} as const

type Values = { readonly [N in keyof typeof accessSettings]: (typeof accessSettings)[N] extends Setting<infer T> ? T : never } & {
  readonly DISCORD_CLIENT_ID: string | undefined
  readonly GITHUB_CLIENT_ID: string | undefined
}

/** The missing settings of a bot or an app that is partly configured, one sentence each. */
export function accessFaults(read: Values): string[] {
  return [
    ...missing(read, ['DISCORD_BOT_TOKEN'], 'DISCORD_CLIENT_ID'),
    ...missing(read, ['GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY'], 'GITHUB_CLIENT_ID'),
    ...missing(read, ['GITHUB_APP_ID'], 'GITHUB_APP_PRIVATE_KEY'),
    ...missing(read, ['GITHUB_APP_PRIVATE_KEY'], 'GITHUB_APP_ID'),
  ]
}

function missing(read: Values, present: readonly (keyof Values)[], needed: keyof Values): string[] {
  const cause = present.find((name) => read[name] !== undefined)
  return cause === undefined || read[needed] !== undefined ? [] : [`${needed} is missing, while ${cause} is set.`]
}
