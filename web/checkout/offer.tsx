import type { ReactNode } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { DownIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney, toDecimal } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

/** The seller, with a badge in test mode. */
export function Seller({ checkout }: { checkout: PublicCheckout }) {
  const { organization } = checkout
  return (
    <div className="flex items-center justify-between gap-12">
      <span className="flex min-w-0 items-center gap-12 font-strong">
        <Avatar name={organization.name} size={32} square src={organization.avatarUrl ?? undefined} />
        <span className="truncate">{organization.name}</span>
      </span>
      {organization.mode === 'test' && (
        // A `StatusPill` in place: this page uses one tone of it and has a size limit.
        <span className="inline-flex h-24 items-center rounded-full bg-info-soft px-8 text-caption font-strong whitespace-nowrap text-info">
          {t('testMode')}
        </span>
      )}
    </div>
  )
}

function Line(props: { label: string; children: ReactNode; strong?: boolean; lined?: boolean }) {
  return (
    <div className={cx('flex items-baseline justify-between gap-16', props.lined && 'border-t border-line pt-12')}>
      <dt className={props.strong ? 'font-strong' : 'text-label text-muted'}>{props.label}</dt>
      <dd className={props.strong ? 'font-strong tabular-nums' : 'text-label tabular-nums'}>{props.children}</dd>
    </div>
  )
}

/** The totals: line, discount, tax, amount due. The currency is written once, at the total. */
export function Totals({ checkout }: { checkout: PublicCheckout }) {
  const { currency } = checkout
  const bare = (value: number) => toDecimal(value, currency).replace('-', '−')
  return (
    <dl className="grid gap-12">
      <div className="flex items-baseline justify-between gap-16 pb-4">
        <dt className="grid min-w-0 gap-2">
          <span className="font-strong break-words">{checkout.product.name}</span>
          {checkout.product.description !== null && (
            <span className="text-caption break-words whitespace-pre-line text-muted">{checkout.product.description}</span>
          )}
        </dt>
        <dd className="tabular-nums">{bare(checkout.amount)}</dd>
      </div>
      {checkout.discountAmount > 0 && <Line label={t('discount')}>{bare(-checkout.discountAmount)}</Line>}
      <Line label={t('subtotal')} lined>
        {bare(checkout.amount - checkout.discountAmount)}
      </Line>
      <Line label={t('tax')}>
        {checkout.taxAmount === null ? <span className="text-muted">{t('taxLater')}</span> : bare(checkout.taxAmount)}
      </Line>
      <Line label={t('due', { currency: currency.toUpperCase() })} lined strong>
        {bare(checkout.totalAmount)}
      </Line>
    </dl>
  )
}

/** The product and its price; on narrow screens the totals are collapsed. */
export function Offer({ checkout }: { checkout: PublicCheckout }) {
  const { locale } = useLanguage()
  const due = checkout.totalAmount === 0 ? t('free') : formatMoney(locale, checkout.totalAmount, checkout.currency)
  return (
    <>
      <Seller checkout={checkout} />
      <div className="grid gap-4">
        <h1 className="text-body break-words text-muted">{t('buy', { product: checkout.product.name })}</h1>
        <p className="text-amount font-strong tracking-number tabular-nums">{due}</p>
      </div>
      <div className="max-desk:hidden">
        <Totals checkout={checkout} />
      </div>
      <details className="group -mb-8 border-t border-line pt-8 desk:hidden">
        <summary className="ml-auto flex h-44 w-fit list-none items-center gap-6 rounded-key text-label text-accent [&::-webkit-details-marker]:hidden">
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
