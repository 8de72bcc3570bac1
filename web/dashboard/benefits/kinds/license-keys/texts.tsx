import type { PropertiesOf } from '#web/parts/benefits/kinds.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import type { BenefitKindTexts, KindDetailsProps } from '../kind.ts'

type LicenseProperties = PropertiesOf<'license_keys'>

/** The texts of a license key. */
export const licenseKeys: BenefitKindTexts<'license_keys'> = { line: lineOf, Details: LicenseDetails }

function lineOf({ prefix, expires, activations, limit_usage }: LicenseProperties): string {
  return [
    prefix === null ? tKind('license_keys.words.key') : tKind('license_keys.words.prefixedKey', { prefix: prefix.toUpperCase() }),
    ...(expires === null ? [] : [expiryText(expires)]),
    ...(activations === null ? [] : [tKind('license_keys.words.activations', { count: activations.limit })]),
    ...(limit_usage === null ? [] : [tKind('license_keys.words.usage', { count: limit_usage })]),
  ].join(', ')
}

/** The validity of keys: "for 1 year". */
function expiryText({ ttl, timeframe }: NonNullable<LicenseProperties['expires']>): string {
  return tKind(`license_keys.words.expires.${timeframe}`, { count: ttl })
}

function LicenseDetails({ properties: { prefix, expires, activations, limit_usage } }: KindDetailsProps<'license_keys'>) {
  const { locale } = useLanguage()
  const managed = activations?.enable_customer_admin ? 'license_keys.detail.yes' : 'license_keys.detail.no'
  return (
    <DescriptionList
      items={[
        [tKind('license_keys.detail.prefix'), prefix?.toUpperCase() ?? tKind('license_keys.detail.noPrefix')],
        [tKind('license_keys.detail.expires'), expires === null ? tKind('license_keys.detail.never') : expiryText(expires)],
        [
          tKind('license_keys.detail.activations'),
          activations === null ? tKind('license_keys.detail.notActivated') : activations.limit.toLocaleString(locale),
        ],
        activations !== null && [tKind('license_keys.detail.managed'), tKind(managed)],
        [
          tKind('license_keys.detail.usage'),
          limit_usage === null ? tKind('license_keys.detail.unlimited') : limit_usage.toLocaleString(locale),
        ],
      ]}
    />
  )
}
