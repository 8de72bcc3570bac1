// Every setting: its name, type, default and one sentence. `.env.example` and the reference page are generated from this table.
import { readFileSync } from 'node:fs'
import { accessFaults, accessSettings } from './settings/access-settings.ts'
import { accountSettings } from './settings/account-settings.ts'
import { fileFaults, fileSettings } from './settings/file-settings.ts'
import { kinds } from './settings/kinds.ts'
import { limitSettings } from './settings/limit-settings.ts'
import { organizationSettings } from './settings/organization-settings.ts'
import { providerFaults, providerSettings } from './settings/provider-settings.ts'
import { sellerSettings } from './settings/seller-settings.ts'
import { type Setting, setting } from './settings/setting.ts'
import { stripeFaults, stripeSettings } from './settings/stripe-settings.ts'
import { taxRateSettings } from './settings/tax-settings.ts'

const PORT = 3000

/** The settings. Times are in seconds, sizes in bytes. */
export const settings = {
  NODE_ENV: setting({
    kind: kinds.oneOf(['development', 'test', 'production']),
    default: 'development',
    sentence: '`production` requires AUTH_SECRET, BASE_URL and SMTP_URL, and turns off the development inbox and the sample data.',
  }),
  PORT: setting({ kind: kinds.integer(0, 65_535), default: PORT, sentence: 'The port to listen on; 0 chooses a free one.' }),
  HOST: setting({ kind: kinds.text, default: '0.0.0.0', sentence: 'The IP address to listen on.' }),
  BASE_URL: setting({
    kind: kinds.origin,
    default: ({ port }) => `http://localhost:${port}`,
    defaultText: 'http://localhost:PORT',
    sentence: 'The public URL of this server: http(s), without path, query and credentials. It is never derived from a request.',
    aliases: ['BETTER_AUTH_URL'],
  }),
  ALLOW_HTTP: setting({ kind: kinds.flag, default: false, sentence: 'Allows an http:// BASE_URL in production.' }),
  DATA_DIR: setting({
    kind: kinds.text,
    default: './data',
    sentence: 'The directory of the embedded database, its secret and uploaded files.',
  }),
  DATABASE_URL: setting({
    kind: kinds.databaseUrl,
    default: undefined,
    defaultText: 'the embedded database in DATA_DIR',
    sentence: 'PostgreSQL 15 or newer, used instead of the embedded database: postgres://user:password@host:5432/name.',
    isSecret: true,
  }),
  DATABASE_CONNECTIONS: setting({
    kind: kinds.integer(2, 500),
    default: 10,
    sentence: 'The maximum number of PostgreSQL connections per process.',
  }),
  AUTH_SECRET: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'created in DATA_DIR outside production',
    sentence: 'Signs cookies and links and encrypts stored secrets: at least 32 characters, the same on every instance.',
    aliases: ['BETTER_AUTH_SECRET'],
    isSecret: true,
  }),
  AUTH_SECRET_PREVIOUS: setting({
    kind: kinds.list,
    default: [],
    sentence:
      'Earlier values of AUTH_SECRET, separated by commas: data that they signed or encrypted stays valid. `guildhall secret rotate` encrypts it anew, so that they can be removed.',
    isSecret: true,
  }),
  SMTP_URL: setting({
    kind: kinds.smtpUrl,
    default: undefined,
    defaultText: 'the development inbox at /dev/mail',
    sentence: 'The mail server: smtp://user:password@host:587, or smtps:// for TLS from the start.',
    isSecret: true,
  }),
  MAIL_FROM: setting({ kind: kinds.text, default: 'Guildhall <guildhall@localhost>', sentence: 'The sender of every email.' }),
  TRUSTED_ORIGINS: setting({
    kind: kinds.list,
    default: [],
    sentence:
      'Other origins that may send requests with cookies and be redirect targets, separated by commas; `*` in a host name is a wildcard.',
  }),
  TRUST_PROXY: setting({
    kind: kinds.trustProxy,
    default: { hops: 0, networks: [] },
    defaultText: 'nothing',
    sentence: 'The proxies whose X-Forwarded-For is trusted: `loopback`, a number of hops, or a list of networks.',
  }),
  OUTBOUND_ALLOW: setting({
    kind: kinds.outboundAllow,
    default: ({ isProduction }) => (isProduction ? ['none'] : ['loopback']),
    defaultText: '`loopback` outside production, `none` in production',
    sentence:
      'Hosts, networks or `loopback` that webhooks and other outbound calls may reach besides public IP addresses; `none` allows none.',
  }),
  LOG_LEVEL: setting({
    kind: kinds.oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    sentence: 'The lowest level that is logged.',
  }),
  METRICS_TOKEN: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: '/metrics is not served',
    sentence: 'The bearer token that /metrics requires.',
    isSecret: true,
  }),
  COOKIE_PREFIX: setting({
    kind: kinds.cookiePrefix,
    default: 'better-auth',
    sentence: 'The prefix of every cookie name; server-side helpers of the published client expect the default.',
  }),
  RATE_LIMIT_ENABLED: setting({ kind: kinds.flag, default: true, sentence: 'Whether requests are limited per network, path and account.' }),
  AUDIT_LOG_RETENTION_DAYS: setting({
    kind: kinds.integer(1, 36_500),
    default: 365,
    sentence:
      'Days for which audit entries are kept. The personal data in them goes earlier: when the account that it belongs to is deleted.',
  }),
  EVENT_RETENTION_MONTHS: setting({
    kind: kinds.optionalInteger(3, 1200),
    default: undefined,
    defaultText: 'kept for ever',
    sentence:
      'Months for which usage events are kept after the end of their own month. What meters have counted stays; docs/guides/usage-events.md says for what the events themselves are needed.',
  }),
  EVENTS_CLICKHOUSE_URL: setting({
    kind: kinds.clickHouseUrl,
    default: undefined,
    defaultText: 'dropped events are gone',
    sentence:
      'A ClickHouse that is handed the usage events of months before they are dropped: https://user:password@host:8443/database. docs/guides/outgrow-postgresql.md describes the hand-over.',
    isSecret: true,
  }),
  ...accountSettings,
  ...providerSettings,
  ...accessSettings,
  ...organizationSettings,
  ...limitSettings,
  ...fileSettings,
  ...sellerSettings,
  ...taxRateSettings,
  ...stripeSettings,
  CHECKOUT_EXPIRES_IN: setting({
    kind: kinds.integer(1, 86_400),
    productionMinimum: 1800,
    default: 86_400,
    sentence: 'Seconds a checkout stays open by default.',
  }),
  PROCESSOR_TIMEOUT: setting({
    kind: kinds.integer(1, 25),
    default: 20,
    sentence:
      'Seconds a payment processor has to respond; without a response the payment is in doubt until the processor is queried again.',
  }),
  WEBHOOK_TIMEOUT: setting({
    kind: kinds.integer(1, 20),
    default: 15,
    sentence: 'Seconds a webhook receiver has to respond; a delivery that takes longer is retried.',
  }),
} as const

type Value<S> = S extends Setting<infer T> ? T : never
type Names = keyof typeof settings

/** The parsed settings: every name with its value. */
export type Settings = { readonly [N in Names]: Value<(typeof settings)[N]> } & {
  readonly isProduction: boolean
  /** Whether the session cookies have the prefix `__Secure-` and the attribute `Secure`: BASE_URL is https. */
  readonly hasSecureCookies: boolean
}

/** All faults of the settings, in one message. */
export class SettingsFault extends Error {
  override readonly name = 'SettingsFault'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings are invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** The environment for a child process: ours, with some values changed. */
export function environmentWith(changed: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...changed }
}

type Environment = Readonly<Record<string, string | undefined>>

// The text of a setting: by its name or an alias, directly or from the file that NAME_FILE names.
function textOf(names: readonly string[], environment: Environment, faults: string[]): string | undefined {
  for (const known of names) {
    const direct = environment[known]
    if (direct !== undefined && direct !== '') return direct
    const file = environment[`${known}_FILE`]
    if (!file) continue
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      faults.push(`${known}_FILE names ${file}, which cannot be read.`)
    }
  }
  return undefined
}

/** Reads every setting from `environment`; throws one `SettingsFault` with all faults. */
export function readSettings(environment: Environment = process.env): Settings {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  const presentNames = new Set<string>()
  const context: { isProduction: boolean; port: number } = { isProduction: environment['NODE_ENV'] === 'production', port: PORT }
  for (const [name, declared] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const text = textOf([name, ...(declared.aliases ?? [])], environment, faults)
    if (text === undefined) values[name] = typeof declared.default === 'function' ? declared.default(context) : declared.default
    else {
      presentNames.add(name)
      const read = declared.kind.read(text)
      const { productionMinimum = 0 } = declared
      if ('fault' in read) faults.push(`${name} ${read.fault}${declared.isSecret ? '' : ` (it is ${JSON.stringify(text)})`}.`)
      else if (context.isProduction && Number(read.value) < productionMinimum)
        faults.push(`${name} must be at least ${productionMinimum} in production (it is ${JSON.stringify(text)}).`)
      else values[name] = read.value
    }
    if (name === 'PORT') context.port = Number(values['PORT'] ?? PORT)
  }
  const read = {
    ...values,
    isProduction: context.isProduction,
    hasSecureCookies: String(values['BASE_URL']).startsWith('https://'),
  } as Settings
  faults.push(...crossFaults(read, presentNames))
  if (faults.length) throw new SettingsFault(faults)
  return read
}

const SECRET_MIN = 32
/** The least number of distinct characters in a secret; any random text of 32 has more. */
const SECRET_VARIETY = 8
const EXAMPLE = /change[-_ ]?(me|this)|your[-_ ]secret|example|better-auth-secret/i

function isRandom(secret: string): boolean {
  return !EXAMPLE.test(secret) && new Set(secret).size >= SECRET_VARIETY
}

// Faults that depend on more than one setting.
function crossFaults(read: Settings, presentNames: ReadonlySet<string>): string[] {
  const faults: string[] = []
  const secret = read.AUTH_SECRET
  if (secret !== undefined && (secret.length < SECRET_MIN || (read.isProduction && !isRandom(secret))))
    faults.push(`AUTH_SECRET must be a random text of at least ${SECRET_MIN} characters.`)
  if (read.MIN_PASSWORD_LENGTH > read.MAX_PASSWORD_LENGTH) faults.push('MIN_PASSWORD_LENGTH is above MAX_PASSWORD_LENGTH.')
  if (read.MIN_USERNAME_LENGTH > read.MAX_USERNAME_LENGTH) faults.push('MIN_USERNAME_LENGTH is above MAX_USERNAME_LENGTH.')
  faults.push(...providerFaults(read), ...accessFaults(read), ...fileFaults(read), ...stripeFaults(read))
  if (!read.isProduction) return faults
  const service = read.SERVICE_TOKEN
  if (service !== undefined && (service.length < SECRET_MIN || !isRandom(service)))
    faults.push(`SERVICE_TOKEN must be a random text of at least ${SECRET_MIN} characters.`)
  if (secret === undefined) faults.push('AUTH_SECRET is required in production.')
  if (read.SMTP_URL === undefined) faults.push('SMTP_URL is required in production.')
  if (!presentNames.has('BASE_URL')) faults.push('BASE_URL is required in production.')
  else if (read.BASE_URL !== undefined && !read.hasSecureCookies && !read.ALLOW_HTTP)
    faults.push('BASE_URL must begin with https:// in production, or ALLOW_HTTP=true.')
  return faults
}
