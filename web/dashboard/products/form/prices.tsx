import type { FieldFault, Product, ProductUpdate } from '#client/index.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { PriceFields } from './prices/fields.tsx'
import { type PriceValues, priceForm } from './prices/index.ts'
import type { Interval, SentenceContext } from './prices/kind.ts'
import { t } from './prices/messages.ts'
import { type TrialValues, trialBody, trialChanges, trialFault, trialValuesOf } from './prices/trial-values.ts'
import { bodyOfRow, isSameRow, rowFault, rowFaults, rowOf, type UsageRow } from './prices/usage-row.ts'
import type { ProductSection } from './section.ts'

/** The prices of a product in the form: at most one that is due as a whole, and one for each meter, after a trial. Amounts in `currency`. */
export interface PricesValues {
  readonly interval: Interval
  readonly currency: string
  readonly price: PriceValues
  readonly usage: readonly UsageRow[]
  readonly trial: TrialValues
}

/** The prices that buyers pay, and how often. A changed price is a new one. */
export const prices: ProductSection<PricesValues> = {
  title: () => t('title'),
  text: ({ currency }, product) => (product === null ? t('text', { currency: currency.toUpperCase() }) : t('changeText')),
  valuesOf: (product, currency) => {
    const price = product === null ? undefined : staticPriceOf(product)
    return {
      interval: product?.recurringInterval ?? 'once',
      currency: product?.prices.flatMap((each) => ('priceCurrency' in each ? [each.priceCurrency] : []))[0] ?? currency,
      price: product !== null && price === undefined ? { kind: 'none' } : priceForm(price?.amountType ?? 'fixed').valuesOf(price),
      usage: product === null ? [] : meteredOf(product).map(rowOf),
      trial: trialValuesOf(product),
    }
  },
  rules: (locale) => ({
    price: (price, values) => {
      if (price.kind === 'none' && values.usage.length === 0) return { none: t('needsOne') }
      const faults = priceForm(price.kind).faultsOf(price, { ...values, locale })
      return Object.keys(faults).length === 0 ? undefined : faults
    },
    usage: (rows, { currency }) => rowFaults(rows, { locale, currency }),
    trial: (trial, { interval }) => (interval === 'once' ? undefined : trialFault(trial)),
  }),
  refusals: (values, locale) => {
    const rowAt = rowsByPath(values)
    return {
      paths: {
        prices: 'price',
        recurring_interval: 'interval',
        trial_interval: 'trial',
        trial_interval_count: 'trial',
        ...Object.fromEntries([...rowAt.keys()].map((path) => [path, 'usage'])),
      },
      texts: {
        price: (fault) => ({ [fieldOf(fault, values)]: boundText(fault, { ...values, locale }) }),
        usage: (fault) => ({
          [rowAt.get(fault.path.split('.').slice(0, 2).join('.')) ?? '']: rowFault(fault, { ...values, locale }),
        }),
      },
    }
  },
  creationOf: (values) => ({
    recurringInterval: values.interval === 'once' ? null : values.interval,
    ...(values.interval !== 'once' && trialBody(values.trial)),
    prices: newPricesOf(values),
  }),
  changesOf: (values, product) => {
    const next = nextPricesOf(values, product)
    const isSame = next.every((price) => 'id' in price) && next.length === product.prices.length
    return { ...(!isSame && { prices: next }), ...(product.isRecurring && trialChanges(values.trial, product)) }
  },
  labels: {
    prices: () => t('title'),
    recurringInterval: () => t('billing'),
    trialInterval: () => t('trial'),
    trialIntervalCount: () => t('trial'),
    isTrialPaymentRequired: () => t('trial'),
  },
  reach: 'buyers',
  noteOf: (values, former, locale) => {
    if (isSamePrices(values, former)) return t('trialNote')
    const [from, to] = [former, values].map((each) => noteText(each, locale))
    return from === to || from === undefined || to === undefined ? t('usageNote') : t('note', { from, to })
  },
  Fields: PriceFields,
}

const staticPriceOf = ({ prices }: Product) => prices.flatMap((price) => (price.amountType === 'metered_unit' ? [] : [price]))[0]
const meteredOf = ({ prices }: Product) => prices.flatMap((price) => (price.amountType === 'metered_unit' ? [price] : []))

function newPricesOf({ price, currency, usage, interval }: PricesValues) {
  const whole = priceForm(price.kind).bodyOf(price, currency)
  return [...(whole === null ? [] : [whole]), ...(interval === 'once' ? [] : usage.map((row) => bodyOfRow(row, currency)))]
}

// A price that did not change is named by its id, and stays; every other one is new.
function nextPricesOf(values: PricesValues, product: Product): NonNullable<ProductUpdate['prices']> {
  const { price, currency, usage } = values
  const former = staticPriceOf(product)
  const isSame = former !== undefined && former.amountType === price.kind && priceForm(price.kind).isSame(price, former)
  const whole = isSame ? { id: former.id } : priceForm(price.kind).bodyOf(price, currency)
  const metered = usage.map((row) => {
    const before = meteredOf(product).find(({ id }) => id === row.id)
    return before !== undefined && isSameRow(row, before) ? { id: before.id } : bodyOfRow(row, currency)
  })
  return [...(whole === null ? [] : [whole]), ...metered]
}

const isSamePrices = (one: PricesValues, other: PricesValues) =>
  JSON.stringify([one.price, one.usage]) === JSON.stringify([other.price, other.usage])

/** The id of each row by the path of its price in the body. */
function rowsByPath({ price, usage }: PricesValues): ReadonlyMap<string, string> {
  const first = price.kind === 'none' ? 0 : 1
  return new Map(usage.map(({ id }, at) => [`prices.${at + first}`, id]))
}

// Where the server names no field, the message belongs to the amount.
function fieldOf({ path }: FieldFault, { price }: PricesValues): string {
  return priceForm(price.kind).fields[path.split('.').at(-1) ?? ''] ?? 'amount'
}

/** The server bounds prices in minor units of their currency. */
function boundText(fault: FieldFault, { locale, currency }: Pick<SentenceContext, 'locale' | 'currency'>): string {
  const { ge, le } = fault.ctx
  if (typeof ge === 'number') return t('amountLow', { amount: formatMoney(locale, ge, currency) })
  return typeof le === 'number' ? t('amountHigh', { amount: formatMoney(locale, le, currency) }) : faultText(fault)
}

/** The price that is due as a whole in a few words, for the note on a change. */
function noteText({ price, currency }: PricesValues, locale: string): string | undefined {
  if (price.kind === 'fixed') return price.amount === null ? undefined : formatMoney(locale, price.amount, currency)
  return t(`kinds.${price.kind}.title`)
}
