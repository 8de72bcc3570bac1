import { t as priceText } from '#web/parts/products/price-messages.ts'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import type { PricesValues } from '../prices.tsx'
import type { SectionProps } from '../section.ts'
import { choicesFor, priceForm } from './index.ts'
import type { Interval } from './kind.ts'
import { t } from './messages.ts'
import { TrialFields } from './trial.tsx'
import { trialSentence } from './trial-values.ts'
import { UsagePrices } from './usage.tsx'
import { rowSentence } from './usage-row.ts'

const intervals: readonly Interval[] = ['once', 'month', 'year']

/** The interval at which a product is billed, its price, and what is charged for usage, with an example of what a buyer pays. */
export function PriceFields({ form, product }: SectionProps<PricesValues>) {
  const { interval, currency, price, usage, trial } = form.values
  const { Fields } = priceForm(price.kind)
  const isRecurring = interval !== 'once'
  const former = product?.prices.flatMap((each) => (each.amountType === 'metered_unit' ? [] : [each]))[0] ?? null
  const errors = form.rows('price') ?? {}
  // Only a recurring product has usage prices, and may have nothing else.
  const bill = (next: Interval) =>
    form.set({
      interval: next,
      ...(next === 'once' && { usage: [], ...(price.kind === 'none' && { price: priceForm('fixed').valuesOf(undefined) }) }),
    })
  return (
    <>
      {product === null ? (
        <div className="grid justify-items-start gap-6">
          <span className="text-label font-strong">{t('billing')}</span>
          <Segmented
            label={t('billing')}
            onChange={bill}
            options={intervals.map((value) => ({ value, label: priceText(`billingKinds.${value}`) }))}
            value={interval}
          />
          <p className="text-caption text-muted">{t('billingHint')}</p>
        </div>
      ) : (
        <p className="text-label text-muted">{t(`billingFixed.${interval}`)}</p>
      )}
      <Choices
        columns={isRecurring ? 2 : 3}
        label={t('kind')}
        onChange={(kind) =>
          form.set({ price: former?.amountType === kind ? priceForm(kind).valuesOf(former) : priceForm(kind).valuesOf(undefined) })
        }
        options={choicesFor(isRecurring).map((kind) => ({
          value: kind,
          title: t(`kinds.${kind}.title`),
          text: t(`kinds.${kind}.text`),
        }))}
        value={price.kind}
      />
      {Fields !== null && (
        <Fields currency={currency} errors={errors} former={former} onChange={(next) => form.set({ price: next })} values={price} />
      )}
      {(errors['none'] ?? (Fields === null ? errors['amount'] : undefined)) !== undefined && (
        <p className="text-caption text-bad">{errors['none'] ?? errors['amount']}</p>
      )}
      {isRecurring && (
        <UsagePrices currency={currency} errors={form.rows('usage')} onChange={(rows) => form.set({ usage: rows })} rows={usage} />
      )}
      {isRecurring && <TrialFields error={form.field('trial').error} onChange={(next) => form.set({ trial: next })} trial={trial} />}
      <Sentences values={form.values} />
    </>
  )
}

/** Says what a buyer pays, in full sentences. */
function Sentences({ values }: { values: PricesValues }) {
  const { locale } = useLanguage()
  const { price, usage, interval, trial } = values
  const context = { ...values, locale }
  const whole = priceForm(price.kind).sentenceOf(price, context)
  const metered = interval === 'once' ? [] : usage.map((row) => rowSentence(row, context))
  const sentences = [whole, ...metered, interval === 'once' ? undefined : trialSentence(trial)].filter((sentence) => sentence !== undefined)
  if (sentences.length === 0) return null
  return <p className="rounded-well bg-sunken px-12 py-10 text-label text-muted">{sentences.join(' ')}</p>
}
