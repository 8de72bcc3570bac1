// The values of the form of the tax settings, and the body that it sends.
import type { FieldFault, Operations } from '#client/index.ts'
import { ppmOfPercent } from '#kernel/taxes/percent.ts'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { t } from './messages.ts'

export type TaxSettings = Operations['taxes:settings']['answer']
export type TaxSettingsBody = Operations['taxes:update_settings']['body']

/** A place of registration; `id` only identifies the row. */
export interface RegistrationRow {
  readonly id: string
  readonly place: string
  readonly taxId: string
}

/** A rate of the organization; `percent` is text as entered. */
export interface RateRow {
  readonly id: string
  readonly place: string
  readonly name: string
  readonly percent: string
  readonly validFrom: string
}

export interface TaxValues {
  readonly enabled: boolean
  readonly origin: string
  readonly behavior: TaxSettings['behavior']
  readonly registrations: readonly RegistrationRow[]
  readonly rates: readonly RateRow[]
  readonly engine: TaxSettings['engine']
}

const PPM_PER_PERCENT = 10_000

/** The values of saved settings. */
export const valuesOf = (settings: TaxSettings): TaxValues => ({
  enabled: settings.enabled,
  origin: settings.origin ?? '',
  behavior: settings.behavior,
  registrations: settings.registrations.map(({ place, taxId }) => ({ id: place, place, taxId: taxId ?? '' })),
  rates: settings.rates.map(({ place, name, ratePpm, validFrom }, at) => ({
    id: `${at}`,
    place,
    name,
    percent: String(ratePpm / PPM_PER_PERCENT),
    validFrom,
  })),
  engine: settings.engine,
})

/** The body of the request. */
export const bodyOf = (values: TaxValues): TaxSettingsBody => ({
  enabled: values.enabled,
  origin: values.origin === '' ? null : values.origin,
  behavior: values.behavior,
  registrations: values.registrations.map(({ place, taxId }) => ({ place, taxId: taxId.trim() || null })),
  rates: values.rates.map(({ place, name, percent, validFrom }) => ({ place, name: name.trim(), ratePpm: ppmOf(percent) ?? 0, validFrom })),
  engine: values.engine,
})

/** The names of the fields that differ from the saved settings. */
export function changedFields(values: TaxValues, settings: TaxSettings): readonly (keyof TaxValues)[] {
  const [now, saved] = [bodyOf(values), bodyOf(valuesOf(settings))]
  return (Object.keys(values) as (keyof TaxValues)[]).filter((field) => JSON.stringify(now[field]) !== JSON.stringify(saved[field]))
}

/** The fields that an account of Stripe lacks, in words. */
export function missingText(fields: readonly string[]): string {
  return fields.length === 0 ? t('missingUnknown') : fields.map((field) => t.find(`missingFields.${field}`) ?? field).join(', ')
}

/** Why the tax service cannot be chosen. */
export function engineFault({ ctx }: Pick<FieldFault, 'ctx'>): string {
  const missing = Array.isArray(ctx['missing_fields']) ? ctx['missing_fields'].map(String) : []
  if (ctx['reason'] === 'inactive') return t('engineInactive', { missing: missingText(missing) })
  if (ctx['reason'] === 'refused') return t('engineRefused')
  return t(ctx['reason'] === 'unavailable' ? 'engineUnavailable' : 'engineUnfit')
}

/** A percentage with a point or a comma in millionths; null where it is none from 0 to 100. */
export function ppmOf(percent: string): number | null {
  return ppmOfPercent(percent.trim().replace(',', '.')) ?? null
}

const isWhole = ({ place, name, percent, validFrom }: RateRow) =>
  place !== '' && name.trim() !== '' && ppmOf(percent) !== null && /^\d{4}-\d\d-\d\d$/.test(validFrom)

/** The rules for the values. */
export const rules: Rules<TaxValues> = {
  origin: (origin, { enabled }) => (enabled && origin === '' ? t('originMissing') : undefined),
  registrations: (rows) => {
    const places = rows.map(({ place }) => place)
    const faults = rows.flatMap(({ id, place }, at) => {
      if (place === '') return [[id, t('placeMissing')] as const]
      return places.indexOf(place) < at ? [[id, t('placeTwice')] as const] : []
    })
    return faults.length === 0 ? undefined : Object.fromEntries(faults)
  },
  rates: (rows) => {
    const faults = rows.filter((row) => !isWhole(row)).map(({ id }) => [id, t('rateInvalid')] as const)
    return faults.length === 0 ? undefined : Object.fromEntries(faults)
  },
}

/** The first day of a rate that is entered now, `YYYY-MM-DD`: that of which the shipped rates are. */
export const shippedDay = ({ ratesVersion }: Pick<TaxSettings, 'ratesVersion'>) => ratesVersion.slice(0, 'YYYY-MM-DD'.length)

/** Whether the operator of the server has entered rates besides the shipped ones. */
export const hasOperatorRates = (settings: Pick<TaxSettings, 'ratesVersion'>) => settings.ratesVersion !== shippedDay(settings)

export type StandardRate = TaxSettings['shippedRates'][number]

/** The rates that count on a day, `YYYY-MM-DD`, and those that follow, by place and first day. */
export function presentRates(rates: readonly StandardRate[], day: string): readonly StandardRate[] {
  const keyOf = ({ place, name }: StandardRate) => `${place} ${name}`
  const latest = new Map<string, string>()
  for (const rate of rates) {
    const before = latest.get(keyOf(rate)) ?? ''
    if (rate.validFrom <= day && rate.validFrom > before) latest.set(keyOf(rate), rate.validFrom)
  }
  return rates.filter((rate) => rate.validFrom > day || rate.validFrom === latest.get(keyOf(rate)))
}
