import { useEffect, useState } from 'react'
import type { CallError } from '#client/http.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { formatUnitAmount } from '#web/ui/text/unit-amount.ts'
import type { PortalOrganization, Preview, Subscription } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { daysIn } from '../labels.ts'
import { Fault } from '../page.tsx'
import { tPurchase } from '../purchase-messages.ts'
import { usePortal } from '../state.tsx'
import { useRun } from '../use-run.ts'

type Product = PortalOrganization['products'][number]

/** The price of a plan in words: its fixed price, and what each unit costs. */
function planPrice({ prices, recurringInterval }: Product, locale: string): string {
  const interval = recurringInterval ?? 'month'
  return prices
    .flatMap((price) => {
      if (price.isArchived) return []
      if (price.amountType === 'fixed') return [tPurchase(interval, { price: formatMoney(locale, price.priceAmount, price.priceCurrency) })]
      if (price.amountType === 'metered_unit')
        return [
          tPurchase('change.unit', { meter: price.meter.name, price: formatUnitAmount(locale, price.unitAmount, price.priceCurrency) }),
        ]
      return price.amountType === 'free' ? [tPurchase('change.free')] : []
    })
    .join(' · ')
}

/** Chooses another plan, and shows what it bills before it happens. */
export default function ChangePlan({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { locale } = useLanguage()
  const { shop, api } = usePortal()
  const plans = shop.products.filter(
    (each) =>
      each.isRecurring &&
      !each.isArchived &&
      each.visibility === 'public' &&
      each.id !== subscription.productId &&
      each.id !== subscription.pendingUpdate?.productId,
  )
  const [chosen, setChosen] = useState('')
  const { preview, error } = usePreview(subscription.id, chosen)
  const { busy, fault, run } = useRun()
  const name = plans.find(({ id }) => id === chosen)?.name ?? ''
  const change = async () => {
    if (!(await run('change', () => api.updateSubscription(subscription.id, { productId: chosen })))) return
    onClose()
    toast(tPurchase(preview?.applies === 'now' ? 'change.done' : 'change.scheduled', { product: name }))
  }
  return (
    <Dialog
      busy={busy !== null}
      foot={
        <>
          <Button disabled={busy !== null} onClick={onClose}>
            {tPurchase('change.leave')}
          </Button>
          {plans.length > 0 && (
            <Button busy={busy !== null} disabled={preview === null} onClick={() => void change()} variant="primary">
              {preview !== null && preview.chargedAmount > 0
                ? tPurchase('change.confirmPay', { amount: formatMoney(locale, preview.chargedAmount, preview.currency) })
                : tPurchase('change.confirm')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open
      title={tPurchase('change.title')}
    >
      {plans.length === 0 ? (
        <p className="text-muted">{tPurchase('change.none')}</p>
      ) : (
        <Choices
          label={tPurchase('change.label')}
          onChange={setChosen}
          options={plans.map((plan) => ({ value: plan.id, title: plan.name, text: planPrice(plan, locale) }))}
          value={chosen}
        />
      )}
      {chosen !== '' && (
        <section aria-label={tPurchase('change.preview')} aria-live="polite" className="min-h-64 rounded-well bg-sunken p-16 text-label">
          {error !== null ? (
            <Fault text={failureText(error)} />
          ) : preview === null ? (
            <Spinner />
          ) : (
            <PreviewText preview={preview} zone={subscription.billingTimezone} />
          )}
        </section>
      )}
      <Fault text={fault} />
    </Dialog>
  )
}

/** The effect of a change to the chosen plan; null until it is known. */
function usePreview(id: string, productId: string) {
  const { api } = usePortal()
  const [state, setState] = useState<{ productId: string; preview: Preview | null; error: CallError | null } | null>(null)
  useEffect(() => {
    if (productId === '') return
    let isCurrent = true
    void api.preview(id, { productId }).then(({ data, error }) => {
      if (isCurrent) setState({ productId, preview: data, error })
    })
    return () => {
      isCurrent = false
    }
  }, [api, id, productId])
  return state?.productId === productId ? state : { preview: null, error: null }
}

function PreviewText({ preview, zone }: { preview: Preview; zone: string }) {
  const { locale } = useLanguage()
  const { day } = daysIn(zone, locale)
  const money = (amount: number) => formatMoney(locale, amount, preview.currency)
  const { chargedAmount, customerCreditAmount, nextRenewal, order, pendingItems } = preview
  const lines = order?.items ?? pendingItems
  return (
    <div className="grid gap-12">
      <p className="font-strong">
        {preview.applies === 'now' ? tPurchase('change.now') : tPurchase('change.later', { date: day(preview.currentPeriodEnd) })}
      </p>
      {lines.length > 0 && (
        <ul className="grid gap-6">
          {lines.map(({ label, amount }) => (
            <li className="flex justify-between gap-16" key={label}>
              <span className="min-w-0 break-words text-muted">{label}</span>
              <span className="tabular-nums whitespace-nowrap">{money(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {order !== null && order.taxAmount > 0 && <p className="text-muted">{tPurchase('change.tax', { amount: money(order.taxAmount) })}</p>}
      <ul className="grid gap-4">
        <li>{chargedAmount > 0 ? tPurchase('change.charged', { amount: money(chargedAmount) }) : tPurchase('change.notCharged')}</li>
        {order === null && pendingItems.length > 0 && <li>{tPurchase('change.deferred')}</li>}
        {customerCreditAmount > 0 && <li>{tPurchase('change.credit', { amount: money(customerCreditAmount) })}</li>}
        <li>{tPurchase('change.renewal', { amount: money(nextRenewal.dueAmount), date: day(nextRenewal.at) })}</li>
      </ul>
    </div>
  )
}
