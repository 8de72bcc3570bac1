import type { ReactNode } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { BillTable } from '#web/parts/bill-table.tsx'
import { billOf } from '#web/parts/checkouts/bill.ts'
import { CheckIcon, DownIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { mediumDayText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

/** The fields of a checkout that the offer reads. */
export type OfferedCheckout = Pick<
  PublicCheckout,
  'activeTrialInterval' | 'amount' | 'currency' | 'discountAmount' | 'isFreeProductPrice' | 'taxAmount' | 'totalAmount'
> &
  Partial<Pick<PublicCheckout, 'taxBehavior' | 'taxabilityReason'>> & {
    readonly organization: Pick<PublicCheckout['organization'], 'avatarUrl' | 'billingTimezone' | 'mode' | 'name' | 'testClockTime'>
    readonly product: Pick<PublicCheckout['product'], 'description' | 'name' | 'recurringInterval'> &
      Partial<Pick<PublicCheckout['product'], 'medias' | 'benefits'>>
  }

/** The seller, with a badge in test mode, and the simulated time of a test clock. */
export function Seller({ checkout }: { checkout: Pick<OfferedCheckout, 'organization'> }) {
  const { organization } = checkout
  const { locale } = useLanguage()
  const { testClockTime: at } = organization
  const clock = at === null ? [] : [t('testClock', { date: mediumDayText(locale, at, organization.billingTimezone) })]
  return (
    <div className="flex items-center justify-between gap-12">
      <span className="flex min-w-0 items-center gap-12 font-strong">
        <Avatar name={organization.name} size={32} square src={organization.avatarUrl ?? undefined} />
        <span className="truncate">{organization.name}</span>
      </span>
      {organization.mode === 'test' && (
        <span className="grid flex-none justify-items-end gap-4">
          {[t('testMode'), ...clock].map((text) => (
            // A `StatusPill` in place: this page uses one tone of it and has a size limit.
            <span
              className="inline-flex h-24 items-center rounded-full bg-info-soft px-8 text-caption font-strong whitespace-nowrap text-info"
              key={text}
            >
              {text}
            </span>
          ))}
        </span>
      )}
    </div>
  )
}

/** The cost of a checkout. */
function Totals({ checkout }: { checkout: OfferedCheckout }) {
  return <BillTable bill={billOf(checkout)} currency={checkout.currency} isDue note={checkout.product.description} />
}

/** The benefits that the buyer gets with the product. */
function Benefits({ checkout }: { checkout: OfferedCheckout }) {
  const { benefits = [] } = checkout.product
  if (benefits.length === 0) return null
  return (
    <ul className="grid gap-6 text-label">
      {benefits.map(({ id, description }) => (
        <li className="flex items-start gap-8" key={id}>
          <CheckIcon className="mt-2 flex-none text-muted" />
          <span className="min-w-0 break-words">{description}</span>
        </li>
      ))}
    </ul>
  )
}

/** The product and its price, what follows (`terms`), and what the buyer may choose; on narrow screens the totals are collapsed. */
export function Offer({ checkout, choices, terms }: { checkout: OfferedCheckout; choices?: ReactNode; terms?: ReactNode }) {
  const { locale } = useLanguage()
  const { medias: [cover] = [], recurringInterval: interval, name: product } = checkout.product
  const amount = formatMoney(locale, interval === null ? checkout.totalAmount : checkout.amount, checkout.currency)
  const isFree = interval === null ? checkout.totalAmount === 0 : checkout.isFreeProductPrice
  return (
    <>
      <Seller checkout={checkout} />
      {cover !== undefined && <img alt="" className="max-h-240 w-full rounded-well object-cover max-desk:hidden" src={cover.publicUrl} />}
      <div className="grid gap-4">
        <h1 className="text-body break-words text-muted">{t(interval === null ? 'buy' : 'subscribeTo', { product })}</h1>
        <p className="text-amount font-strong tracking-number tabular-nums">
          {isFree ? t('free') : interval === null ? amount : t(interval, { amount })}
        </p>
        {terms}
      </div>
      <div className="max-desk:hidden">
        <Totals checkout={checkout} />
      </div>
      <Benefits checkout={checkout} />
      {choices}
      <details className="group -mb-8 border-t border-line pt-8 desk:hidden">
        <summary className="flex h-44 list-none items-center justify-between rounded-key text-label text-accent [&::-webkit-details-marker]:hidden">
          {t('details')}
          <DownIcon className="transition-transform group-open:rotate-180" size={14} />
        </summary>
        <div className="pt-4 pb-16">
          <Totals checkout={checkout} />
        </div>
      </details>
    </>
  )
}
