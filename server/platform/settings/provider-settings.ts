import { createPrivateKey } from 'node:crypto'
import { type Kind, kinds } from './kinds.ts'
import { type Setting, setting } from './setting.ts'

/** The providers by the first word of their settings, and as people know them. */
export const providerWords = {
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

/** The first word of a provider's settings. */
export type ProviderWord = keyof typeof providerWords

type EachProvider = {
  readonly [N in `${ProviderWord}_CLIENT_ID` | `${ProviderWord}_CLIENT_SECRET`]: Setting<string | undefined>
} & {
  readonly [N in `${ProviderWord}_DISABLE_SIGN_UP` | `${ProviderWord}_DISABLE_IMPLICIT_SIGN_UP`]: Setting<boolean>
}

const offered = (name: string) => `${name} is not offered`

function settingsOf([word, name]: readonly [string, string]): (readonly [string, Setting<unknown>])[] {
  const text = { kind: kinds.optionalText, default: undefined, defaultTold: offered(name) }
  const flag = { kind: kinds.flag, default: false }
  return [
    [
      `${word}_CLIENT_ID`,
      setting({ ...text, sentence: `The id of your client at ${name}; with its secret, people may sign in by ${name}.` }),
    ],
    [`${word}_CLIENT_SECRET`, setting({ ...text, sentence: `The secret of your client at ${name}.`, isSecret: true })],
    [`${word}_DISABLE_SIGN_UP`, setting({ ...flag, sentence: `Whether nobody new may come in by ${name}.` })],
    [
      `${word}_DISABLE_IMPLICIT_SIGN_UP`,
      setting({ ...flag, sentence: `Whether somebody new comes in by ${name} only where sign-up was asked for.` }),
    ],
  ]
}

const privateKey: Kind<string | undefined> = {
  name: 'private key in PEM form',
  read: (given) => {
    // An environment file holds it in one line, with \n between its lines.
    const value = given.replaceAll('\\n', '\n')
    try {
      const { asymmetricKeyDetails } = createPrivateKey(value)
      if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return { value }
    } catch {}
    return { fault: 'must be the .p8 file that Apple gave: a private key of the curve P-256 in PEM form' }
  },
}

const tenant: Kind<string> = {
  name: '`common`, `organizations`, `consumers`, or the id or domain of a tenant',
  read: (given) => (/^[a-z0-9][a-z0-9.-]{0,252}$/i.test(given) ? { value: given } : { fault: 'must be the id or the domain of a tenant' }),
}

const issuer: Kind<string> = {
  name: 'https address',
  read: (given) => {
    const url = URL.parse(given)
    const isPlain = url?.protocol === 'https:' && !url.search && !url.hash && !url.username && !url.password && !/[?#@]/.test(given)
    return isPlain ? { value: url.href.replace(/\/+$/, '') } : { fault: 'must be an https address without query and user-info' }
  },
}

/** The numbers by which VK knows a language (the specification's enumeration). */
export const vkLanguages = { RUS: 0, UKR: 1, ENG: 3, SPA: 4, GERMAN: 6, POL: 15, FRA: 16, TURKEY: 82 } as const

const vkLanguage: Kind<number | undefined> = {
  name: `one of ${Object.entries(vkLanguages)
    .map(([word, number]) => `${number} (${word})`)
    .join(', ')}`,
  read: (given) => {
    const found = Object.entries(vkLanguages).find(([word, number]) => given === word || given === String(number))
    return found ? { value: found[1] } : { fault: `must be one of ${Object.values(vkLanguages).join(', ')}` }
  },
}

const trusted: Kind<readonly string[]> = {
  name: 'list of providers, separated by commas',
  read: (given) => {
    const read = given
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const wrong = read.find((part) => !Object.hasOwn(providerWords, part.toUpperCase()))
    return wrong === undefined ? { value: read } : { fault: `names ${wrong}, which is no provider` }
  },
}

/** The settings of signing in with a provider. */
export const providerSettings = {
  ...(Object.fromEntries(Object.entries(providerWords).flatMap(settingsOf)) as unknown as EachProvider),
  APPLE_TEAM_ID: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultTold: 'APPLE_CLIENT_SECRET is used as it is',
    sentence: 'The id of your team at Apple: with APPLE_KEY_ID and APPLE_PRIVATE_KEY the client secret is made when it is needed.',
  }),
  APPLE_KEY_ID: setting({
    kind: kinds.optionalText,
    default: undefined,
    sentence: 'The id of the key that Apple made for signing in with Apple.',
  }),
  APPLE_PRIVATE_KEY: setting({
    kind: privateKey,
    default: undefined,
    sentence: 'That key: the content of the .p8 file; in one line with \\n between its lines.',
    isSecret: true,
  }),
  APPLE_APP_BUNDLE_IDENTIFIER: setting({
    kind: kinds.optionalText,
    default: undefined,
    sentence: 'The bundle identifier of your app, whose id tokens are then taken besides those for APPLE_CLIENT_ID.',
  }),
  MICROSOFT_TENANT: setting({
    kind: tenant,
    default: 'common',
    sentence: 'Who may sign in by Microsoft: everybody, work or private accounts only, or one tenant.',
  }),
  GITLAB_ISSUER: setting({
    kind: issuer,
    default: 'https://gitlab.com',
    sentence: 'The address of your GitLab; one that is not public has to be in OUTBOUND_ALLOW as well.',
  }),
  TIKTOK_CLIENT_KEY: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultTold: 'TIKTOK_CLIENT_ID',
    sentence: 'The client key, which is what TikTok calls the id of a client.',
  }),
  VK_LANGUAGE: setting({
    kind: vkLanguage,
    default: undefined,
    defaultTold: 'the language of the browser',
    sentence: 'The language in which VK shows its pages, by the number that VK knows.',
  }),
  TRUSTED_PROVIDERS: setting({
    kind: trusted,
    default: [],
    sentence: 'Providers whose accounts are linked by their address even where they do not say that it was verified.',
  }),
  SOCIAL_ENDPOINT_PROXY: setting({
    kind: kinds.origin as Kind<string | undefined>,
    default: undefined,
    defaultTold: 'providers are called directly',
    sentence: 'Sends every call to a provider for https://HOST/PATH to this address followed by /HOST/PATH: http://host:port.',
  }),
} as const

type Values = { readonly [N in keyof typeof providerSettings]: (typeof providerSettings)[N] extends Setting<infer T> ? T : never }

/** What is missing where a provider is configured by half: a sentence each that names the setting. */
export function providerFaults(read: Values): string[] {
  const words = Object.keys(providerWords) as ProviderWord[]
  return [...words.flatMap((word) => halfOf(word, read)), ...appleFaults(read)]
}

function halfOf(word: ProviderWord, read: Values): string[] {
  const id = read[`${word}_CLIENT_ID`] ?? (word === 'TIKTOK' ? read.TIKTOK_CLIENT_KEY : undefined)
  const secret = read[`${word}_CLIENT_SECRET`] ?? (word === 'APPLE' ? read.APPLE_PRIVATE_KEY : undefined)
  if ((id === undefined) === (secret === undefined)) return []
  const idName = word === 'TIKTOK' && read.TIKTOK_CLIENT_ID === undefined ? 'TIKTOK_CLIENT_KEY' : `${word}_CLIENT_ID`
  const secretName = word === 'APPLE' ? 'APPLE_CLIENT_SECRET (or APPLE_PRIVATE_KEY)' : `${word}_CLIENT_SECRET`
  const [there, missing] = id === undefined ? [secretName, idName] : [idName, secretName]
  return [`${missing} is missing, while ${there} is set: ${providerWords[word]} needs both.`]
}

function appleFaults(read: Values): string[] {
  const parts = ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const
  const missing = parts.filter((name) => read[name] === undefined)
  if (missing.length === 0 || missing.length === parts.length) return []
  return missing.map((name) => `${name} is missing: Apple's client secret is made from ${parts.join(', ')} together.`)
}
