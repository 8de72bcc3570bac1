import { createPrivateKey } from 'node:crypto'
import { type Kind, kinds } from './kinds.ts'
import { type Setting, setting } from './setting.ts'

/** The display names of the providers, by the prefix of their settings. */
export const providerNames = {
  APPLE: 'Apple',
  DISCORD: 'Discord',
  FACEBOOK: 'Facebook',
  GITHUB: 'GitHub',
  MICROSOFT: 'Microsoft',
  GOOGLE: 'Google',
  SPOTIFY: 'Spotify',
  TWITCH: 'Twitch',
  TWITTER: 'X (Twitter)',
  DROPBOX: 'Dropbox',
  KICK: 'Kick',
  LINKEDIN: 'LinkedIn',
  GITLAB: 'GitLab',
  TIKTOK: 'TikTok',
  REDDIT: 'Reddit',
  ROBLOX: 'Roblox',
  VK: 'VK',
  ZOOM: 'Zoom',
} as const

/** The prefix of a provider's settings. */
export type ProviderPrefix = keyof typeof providerNames

type EachProvider = {
  readonly [N in `${ProviderPrefix}_CLIENT_ID` | `${ProviderPrefix}_CLIENT_SECRET`]: Setting<string | undefined>
} & {
  readonly [N in `${ProviderPrefix}_DISABLE_SIGN_UP` | `${ProviderPrefix}_DISABLE_IMPLICIT_SIGN_UP`]: Setting<boolean>
}

const notOffered = (name: string) => `${name} is not offered`

function settingsOf([prefix, name]: readonly [string, string]): (readonly [string, Setting<unknown>])[] {
  const text = { kind: kinds.optionalText, default: undefined, defaultText: notOffered(name) }
  const flag = { kind: kinds.flag, default: false }
  return [
    [
      `${prefix}_CLIENT_ID`,
      setting({ ...text, sentence: `The id of your client at ${name}; with its secret, users can sign in with ${name}.` }),
    ],
    [`${prefix}_CLIENT_SECRET`, setting({ ...text, sentence: `The secret of your client at ${name}.`, isSecret: true })],
    [`${prefix}_DISABLE_SIGN_UP`, setting({ ...flag, sentence: `Whether new users may not sign up with ${name}.` })],
    [
      `${prefix}_DISABLE_IMPLICIT_SIGN_UP`,
      setting({ ...flag, sentence: `Whether new users sign up with ${name} only if the client requests a sign-up.` }),
    ],
  ]
}

const privateKey: Kind<string | undefined> = {
  name: 'private key in PEM format',
  read: (input) => {
    // An environment file has it in one line, with \n for each line break.
    const value = input.replaceAll('\\n', '\n')
    try {
      const { asymmetricKeyDetails } = createPrivateKey(value)
      if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return { value }
    } catch {}
    return { fault: 'must be the .p8 file from Apple: a private key of the curve P-256 in PEM format' }
  },
}

const tenant: Kind<string> = {
  name: '`common`, `organizations`, `consumers`, or the id of a tenant',
  // Tokens name their tenant by its id, so a domain could not be compared with them.
  read: (input) =>
    /^(common|organizations|consumers|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(input)
      ? { value: input }
      : { fault: 'must be common, organizations, consumers or the id of a tenant, not its domain' },
}

const issuer: Kind<string> = {
  name: 'https URL',
  read: (input) => {
    const url = URL.parse(input)
    const isPlain = url?.protocol === 'https:' && !url.search && !url.hash && !url.username && !url.password && !/[?#@]/.test(input)
    return isPlain ? { value: url.href.replace(/\/+$/, '') } : { fault: 'must be an https URL without query and credentials' }
  },
}

/** The language numbers of VK (the enumeration in the specification). */
export const vkLanguages = { RUS: 0, UKR: 1, ENG: 3, SPA: 4, GERMAN: 6, POL: 15, FRA: 16, TURKEY: 82 } as const

const vkLanguage: Kind<number | undefined> = {
  name: `one of ${Object.entries(vkLanguages)
    .map(([language, number]) => `${number} (${language})`)
    .join(', ')}`,
  read: (input) => {
    const found = Object.entries(vkLanguages).find(([language, number]) => input === language || input === String(number))
    return found ? { value: found[1] } : { fault: `must be one of ${Object.values(vkLanguages).join(', ')}` }
  },
}

const trustedProviders: Kind<readonly string[]> = {
  name: 'list of providers, separated by commas',
  read: (input) => {
    const read = input
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const wrong = read.find((part) => !Object.hasOwn(providerNames, part.toUpperCase()))
    return wrong === undefined ? { value: read } : { fault: `names ${wrong}, which is not a provider` }
  },
}

/** The settings of sign-in with providers. */
export const providerSettings = {
  ...(Object.fromEntries(Object.entries(providerNames).flatMap(settingsOf)) as unknown as EachProvider),
  APPLE_TEAM_ID: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'APPLE_CLIENT_SECRET is used',
    sentence: 'The id of your team at Apple: with APPLE_KEY_ID and APPLE_PRIVATE_KEY the client secret is generated when it is needed.',
  }),
  APPLE_KEY_ID: setting({
    kind: kinds.optionalText,
    default: undefined,
    sentence: 'The id of the key for signing in with Apple.',
  }),
  APPLE_PRIVATE_KEY: setting({
    kind: privateKey,
    default: undefined,
    sentence: 'The content of the .p8 file of that key; in one line with \\n for each line break.',
    isSecret: true,
  }),
  APPLE_APP_BUNDLE_IDENTIFIER: setting({
    kind: kinds.optionalText,
    default: undefined,
    sentence: 'The bundle identifier of your app, whose id tokens are accepted besides those for APPLE_CLIENT_ID.',
  }),
  MICROSOFT_TENANT: setting({
    kind: tenant,
    default: 'common',
    sentence: 'Which accounts can sign in with Microsoft: all, work or private accounts only, or those of one tenant.',
  }),
  GITLAB_ISSUER: setting({
    kind: issuer,
    default: 'https://gitlab.com',
    sentence: 'The URL of your GitLab; if its IP address is not public, add it to OUTBOUND_ALLOW.',
  }),
  TIKTOK_CLIENT_KEY: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'TIKTOK_CLIENT_ID',
    sentence: 'The client key, which is the name that TikTok has for a client id.',
  }),
  VK_LANGUAGE: setting({
    kind: vkLanguage,
    default: undefined,
    defaultText: 'the language of the browser',
    sentence: 'The language of the pages of VK, by VK’s number.',
  }),
  TRUSTED_PROVIDERS: setting({
    kind: trustedProviders,
    default: [],
    sentence: 'Providers whose accounts are linked by email even if the provider does not report the email as verified.',
  }),
  SOCIAL_ENDPOINT_PROXY: setting({
    kind: kinds.origin as Kind<string | undefined>,
    default: undefined,
    defaultText: 'providers are called directly',
    sentence: 'Sends every call to a provider for https://HOST/PATH to this URL followed by /HOST/PATH: http://host:port.',
  }),
} as const

type Values = { readonly [N in keyof typeof providerSettings]: (typeof providerSettings)[N] extends Setting<infer T> ? T : never }

/** The missing settings of partly configured providers, one sentence each. */
export function providerFaults(read: Values): string[] {
  const prefixes = Object.keys(providerNames) as ProviderPrefix[]
  return [...prefixes.flatMap((prefix) => pairFaults(prefix, read)), ...appleFaults(read)]
}

function pairFaults(prefix: ProviderPrefix, read: Values): string[] {
  const id = read[`${prefix}_CLIENT_ID`] ?? (prefix === 'TIKTOK' ? read.TIKTOK_CLIENT_KEY : undefined)
  const secret = read[`${prefix}_CLIENT_SECRET`] ?? (prefix === 'APPLE' ? read.APPLE_PRIVATE_KEY : undefined)
  if ((id === undefined) === (secret === undefined)) return []
  const idName = prefix === 'TIKTOK' && read.TIKTOK_CLIENT_ID === undefined ? 'TIKTOK_CLIENT_KEY' : `${prefix}_CLIENT_ID`
  const secretName = prefix === 'APPLE' ? 'APPLE_CLIENT_SECRET (or APPLE_PRIVATE_KEY)' : `${prefix}_CLIENT_SECRET`
  const [there, missing] = id === undefined ? [secretName, idName] : [idName, secretName]
  return [`${missing} is missing, while ${there} is set: ${providerNames[prefix]} needs both.`]
}

function appleFaults(read: Values): string[] {
  const parts = ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const
  const missing = parts.filter((name) => read[name] === undefined)
  if (missing.length === 0 || missing.length === parts.length) return []
  return missing.map((name) => `${name} is missing: Apple's client secret is generated from ${parts.join(', ')} together.`)
}
