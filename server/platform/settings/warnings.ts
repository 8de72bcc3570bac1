import type { Settings } from '../config.ts'
import { isTestKey } from './stripe-settings.ts'
import { addedUpSentence } from './tax-settings.ts'

/** A valid combination of settings that is probably not intended. */
export interface SettingAdvice {
  readonly sentence: string
  /** The settings that it is about, with their values; none is secret. */
  readonly values: Readonly<Record<string, string | boolean>>
}

/** The warnings that every start logs, and `doctor` reports. */
export function settingWarnings(settings: Settings): readonly SettingAdvice[] {
  const { isProduction, TRUST_PROXY, OUTBOUND_ALLOW, SOCIAL_ENDPOINT_PROXY, STRIPE_API_BASE, STRIPE_SECRET_KEY } = settings
  const warnings: SettingAdvice[] = []
  const warn = (when: boolean, sentence: string, values: SettingAdvice['values']): void => {
    if (when) warnings.push({ sentence, values })
  }
  const isBehindProxy = settings.BASE_URL?.startsWith('https://') === true
  warn(
    isProduction && isBehindProxy && TRUST_PROXY.hops === 0 && TRUST_PROXY.networks.length === 0,
    'TRUST_PROXY names no proxy, although one serves BASE_URL: all visitors share its IP address, and so the request limits.',
    { TRUST_PROXY: 'nothing' },
  )
  const allowed = OUTBOUND_ALLOW.filter((entry) => entry !== 'none')
  warn(isProduction && allowed.length > 0, 'Outbound calls may reach IP addresses that are not public.', {
    OUTBOUND_ALLOW: allowed.join(', '),
  })
  warn(isProduction && SOCIAL_ENDPOINT_PROXY !== undefined, 'Calls to providers go through a proxy, which sees their secrets.', {
    SOCIAL_ENDPOINT_PROXY: SOCIAL_ENDPOINT_PROXY ?? '',
  })
  warn(isProduction && STRIPE_API_BASE !== undefined, 'Calls to Stripe go to another server, which sees the secret key.', {
    STRIPE_API_BASE: STRIPE_API_BASE ?? '',
  })
  warn(
    isProduction && STRIPE_SECRET_KEY !== undefined && isTestKey(STRIPE_SECRET_KEY),
    'STRIPE_SECRET_KEY is a test key: payments at Stripe move no money.',
    { STRIPE_SECRET_KEY: 'test mode' },
  )
  const addedUp = addedUpSentence(settings)
  warn(addedUp !== undefined, addedUp ?? '', { TAX_RATES_FILE: settings.TAX_RATES_FILE.version })
  warn(isProduction && !settings.RATE_LIMIT_ENABLED, 'Rate limiting is off.', { RATE_LIMIT_ENABLED: false })
  warn(
    !isProduction && settings.DATABASE_URL !== undefined && settings.AUTH_SECRET === undefined,
    'AUTH_SECRET is not set: the secret in DATA_DIR is used, which other machines do not have.',
    { DATA_DIR: settings.DATA_DIR },
  )
  warn(
    isProduction && settings.DATABASE_URL !== undefined && settings.S3_BUCKET === undefined,
    'Uploaded files are stored in DATA_DIR: several instances must share it, or use an S3-compatible store.',
    { DATA_DIR: settings.DATA_DIR },
  )
  return warnings
}
