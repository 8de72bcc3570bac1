import type { Benefit, BenefitType } from '#client/index.ts'
import { t } from './messages.ts'

/** The kinds in the order in which they are offered. */
export const benefitTypes: readonly BenefitType[] = [
  'custom',
  'license_keys',
  'meter_credit',
  'downloadables',
  'discord',
  'github_repository',
]

/** The name of a type. */
export const benefitTypeName = (type: BenefitType): string => t(`kinds.${type}.name`)

/** The properties of a benefit of one kind. */
export type PropertiesOf<T extends BenefitType> = Extract<Benefit, { readonly type: T }>['properties']

/** How long license keys are valid: "for 1 year". */
export function expiryText({ ttl, timeframe }: NonNullable<PropertiesOf<'license_keys'>['expires']>): string {
  return t(`words.expires.${timeframe}`, { count: ttl })
}

/** What a benefit gives, in one line; `meterName` names the meter of a credit where it is known. */
export function benefitText(benefit: Benefit, meterName?: string): string {
  switch (benefit.type) {
    case 'custom':
      return benefit.properties.note ?? t('words.noNote')
    case 'license_keys':
      return licenseText(benefit.properties)
    case 'meter_credit':
      return creditText(benefit.properties, meterName)
    case 'downloadables':
      return t('words.files', { count: benefit.properties.files.length })
    case 'discord':
      return t('words.role', { role: benefit.properties.role_id })
    case 'github_repository':
      return repositoryName(benefit.properties)
  }
}

/** The name of a repository with its owner. */
export const repositoryName = (properties: PropertiesOf<'github_repository'>): string =>
  `${properties.repository_owner}/${properties.repository_name}`

function licenseText({ prefix, expires, activations, limit_usage }: PropertiesOf<'license_keys'>): string {
  return [
    prefix === null ? t('words.key') : t('words.prefixedKey', { prefix: prefix.toUpperCase() }),
    ...(expires === null ? [] : [expiryText(expires)]),
    ...(activations === null ? [] : [t('words.activations', { count: activations.limit })]),
    ...(limit_usage === null ? [] : [t('words.usage', { count: limit_usage })]),
  ].join(', ')
}

function creditText({ units, rollover }: PropertiesOf<'meter_credit'>, meterName?: string): string {
  const counted = t('words.units', { count: units })
  const whole = meterName === undefined ? counted : t('words.unitsOf', { units: counted, meter: meterName })
  return rollover ? `${whole}, ${t('words.rollover')}` : whole
}
