import type { ComponentType } from 'react'
import type { FieldFault, Price, ProductCreate } from '#client/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { formatUnitAmount } from '#web/ui/text/unit-amount.ts'
import { faultText } from '../field-faults.ts'
import { t } from './messages.ts'

/** What the fields of a fixed price hold. `amount` in minor units of `currency`; null while the typed text is not an amount. */
interface FixedValues {
  readonly kind: 'fixed'
  readonly amount: number | null
  readonly currency: string
}

/** What the fields of a price hold of which the buyer chooses the amount. Amounts in minor units; null while a field is empty. */
interface CustomValues {
  readonly kind: 'custom'
  readonly minimum: number | null
  readonly maximum: number | null
  readonly preset: number | null
  readonly currency: string
}

/** A free price has no fields. */
interface FreeValues {
  readonly kind: 'free'
  readonly currency: string
}

/** What the fields of a metered price hold. `unitAmount` is a decimal in minor units. */
interface MeteredValues {
  readonly kind: 'metered_unit'
  readonly unitAmount: string
  readonly cap: number | null
  readonly meterId: string
  readonly meterName: string
  readonly currency: string
}

/** What the fields of a price hold. */
export type PriceValues = FixedValues | CustomValues | FreeValues | MeteredValues

/** A new price in a body. */
type PriceBody = ProductCreate['prices'][number]

/** The fields of a price with what they hold; `former` is what they held before the edit, null for a new product. */
export interface PriceFieldsProps<Values> {
  readonly values: Values
  readonly former: Values | null
  readonly error: string | undefined
  readonly onChange: (values: Values) => void
}

/** A kind of price in the web app: all that there is to know about it here. */
interface PriceForm<Of extends Price, Values> {
  /** What it is called beside its amount. */
  readonly nameOf: (price: Of) => string
  /** What the fields hold of a price, or of a new one in this currency. */
  readonly valuesOf: (price: Of | undefined, currency: string) => Values
  /** What the form says above the fields of a new price. */
  readonly aboutOf: (values: Values) => string
  /** The price in words: `€89.00`. Undefined while the fields hold none. */
  readonly textOf: (values: Values, locale: string) => string | undefined
  readonly isEmpty: (values: Values) => boolean
  readonly isSame: (values: Values, price: Of) => boolean
  /** The fault that the page can detect before the request. */
  readonly faultOf: (values: Values, locale: string) => string | undefined
  /** The message of a problem that the server found. */
  readonly serverFault: (fault: FieldFault, values: Values, locale: string) => string
  readonly bodyOf: (values: Values) => PriceBody
  readonly Fields: ComponentType<PriceFieldsProps<Values>>
}

type PriceKind = Price['amountType']
type FormOf<Kind extends PriceKind> = PriceForm<Extract<Price, { amountType: Kind }>, Extract<PriceValues, { kind: Kind }>>

const intervals = { month: 'detail.monthly', year: 'detail.yearly' } as const
const money = (locale: string, minor: number, { currency }: PriceValues) => formatMoney(locale, minor, currency)

// The server bounds prices in minor units of their currency.
function boundText(fault: FieldFault, values: PriceValues, locale: string): string {
  const { ge, le } = fault.ctx
  if (typeof ge === 'number') return t('form.amountLow', { amount: money(locale, ge, values) })
  return typeof le === 'number' ? t('form.amountHigh', { amount: money(locale, le, values) }) : faultText(fault)
}

/** Every kind that the server knows; a missing one does not compile. */
const priceForms: { readonly [Kind in PriceKind]: FormOf<Kind> } = {
  fixed: {
    nameOf: ({ recurringInterval }) => t(recurringInterval === null ? 'detail.fixed' : intervals[recurringInterval]),
    valuesOf: (price, currency) => ({ kind: 'fixed', amount: price?.priceAmount ?? null, currency: price?.priceCurrency ?? currency }),
    aboutOf: ({ currency }) => t('form.priceText', { currency: currency.toUpperCase() }),
    textOf: (values, locale) => (values.amount === null ? undefined : money(locale, values.amount, values)),
    isEmpty: ({ amount }) => amount === null,
    isSame: ({ amount }, price) => amount === price.priceAmount,
    faultOf: (values, locale) => (values.amount === null ? t('form.amountMissing', { example: money(locale, 2900, values) }) : undefined),
    serverFault: boundText,
    bodyOf: ({ amount, currency }) => ({ amountType: 'fixed', priceAmount: amount ?? 0, priceCurrency: currency }),
    Fields: FixedFields,
  },
  custom: {
    nameOf: () => t('detail.custom'),
    valuesOf: (price, currency) => ({
      kind: 'custom',
      minimum: price?.minimumAmount ?? null,
      maximum: price?.maximumAmount ?? null,
      preset: price?.presetAmount ?? null,
      currency: price?.priceCurrency ?? currency,
    }),
    aboutOf: ({ currency }) => t('form.customText', { currency: currency.toUpperCase() }),
    textOf: (values, locale) =>
      values.minimum === null ? t('detail.custom') : t('detail.customFrom', { amount: money(locale, values.minimum, values) }),
    isEmpty: ({ minimum, maximum, preset }) => minimum === null && maximum === null && preset === null,
    isSame: ({ minimum, maximum, preset }, price) =>
      minimum === price.minimumAmount && maximum === price.maximumAmount && preset === price.presetAmount,
    faultOf: () => undefined,
    serverFault: boundText,
    bodyOf: ({ minimum, maximum, preset, currency }) => ({
      amountType: 'custom',
      minimumAmount: minimum,
      maximumAmount: maximum,
      presetAmount: preset,
      priceCurrency: currency,
    }),
    Fields: CustomFields,
  },
  metered_unit: {
    nameOf: ({ meter }) => t('detail.metered', { meter: meter.name }),
    valuesOf: (price, currency) => ({
      kind: 'metered_unit',
      unitAmount: price?.unitAmount ?? '',
      cap: price?.capAmount ?? null,
      meterId: price?.meterId ?? '',
      meterName: price?.meter.name ?? '',
      currency: price?.priceCurrency ?? currency,
    }),
    aboutOf: () => t('form.meteredText'),
    textOf: (values, locale) =>
      t('detail.perUnit', { amount: formatUnitAmount(locale, values.unitAmount, values.currency), meter: values.meterName }),
    isEmpty: ({ unitAmount }) => unitAmount === '',
    isSame: ({ unitAmount, cap, meterId }, price) =>
      unitAmount === price.unitAmount && cap === price.capAmount && meterId === price.meterId,
    faultOf: () => undefined,
    serverFault: boundText,
    bodyOf: ({ unitAmount, cap, meterId, currency }) => ({
      amountType: 'metered_unit',
      unitAmount,
      capAmount: cap,
      meterId,
      priceCurrency: currency,
    }),
    Fields: () => <p className="text-label text-muted">{t('form.meteredText')}</p>,
  },
  free: {
    nameOf: () => t('detail.free'),
    valuesOf: (_price, currency) => ({ kind: 'free', currency }),
    aboutOf: () => t('form.freeText'),
    textOf: () => t('detail.free'),
    isEmpty: () => true,
    isSame: () => true,
    faultOf: () => undefined,
    serverFault: boundText,
    bodyOf: () => ({ amountType: 'free' }),
    Fields: () => <p className="text-label text-muted">{t('form.freeText')}</p>,
  },
}

/** The kind of the price of a new product. */
export const newKind: PriceKind = 'fixed'

/** The form of a kind. */
// biome-ignore lint/suspicious/noExplicitAny: a price and its values have the kind that they name
export const priceForm = (kind: PriceKind): PriceForm<any, any> => priceForms[kind]

/** What a price is called beside its amount. */
export const priceName = (price: Price): string => priceForm(price.amountType).nameOf(price)

/** A price in words: `€89.00`. */
export function priceText(price: Price, locale: string): string {
  const form = priceForm(price.amountType)
  return form.textOf(form.valuesOf(price, ''), locale) ?? ''
}

function FixedFields({ values, former, error, onChange }: PriceFieldsProps<FixedValues>) {
  const { locale } = useLanguage()
  const was = former?.amount ?? null
  return (
    <>
      <div className="grid max-w-320">
        <Field
          error={error}
          hint={was !== null && values.amount !== was ? t('form.was', { amount: money(locale, was, values) }) : undefined}
          label={t('form.amount')}
          required
        >
          <MoneyInput
            currency={values.currency}
            name="price"
            onChange={(amount) => onChange({ ...values, amount })}
            value={values.amount}
          />
        </Field>
      </div>
      {values.amount !== null && (
        <p className="rounded-well bg-sunken px-12 py-10 text-label text-muted">
          {t('form.example')}{' '}
          <b className="font-strong text-text">
            <Amount currency={values.currency} value={values.amount} />
          </b>{' '}
          {t('form.exampleOnce')}
        </p>
      )}
    </>
  )
}

function CustomFields({ values, error, onChange }: PriceFieldsProps<CustomValues>) {
  const { currency } = values
  const input = (name: 'minimum' | 'maximum' | 'preset') => (
    <MoneyInput currency={currency} name={name} onChange={(amount) => onChange({ ...values, [name]: amount })} value={values[name]} />
  )
  return (
    <div className="grid gap-16 wide:grid-cols-3">
      <Field error={error} label={t('form.minimum')} optional>
        {input('minimum')}
      </Field>
      <Field label={t('form.preset')} optional>
        {input('preset')}
      </Field>
      <Field label={t('form.maximum')} optional>
        {input('maximum')}
      </Field>
    </div>
  )
}
