import type { PublicCheckout } from '#client/types.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { billOf } from '#web/parts/checkouts/bill.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { Seller } from '#web/parts/checkouts/page/offer.tsx'
import { cardText } from '#web/parts/payments/card-text.ts'
import { LanguageSwitch } from '#web/shell/public/language-switch.tsx'
import { useHeadingFocus } from '#web/shell/public/use-heading-focus.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { CheckIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { mediumDayText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { tOutcome } from './outcome-messages.ts'
import { renewalOf } from './subscriptions/labels.ts'
import { hasWayBack, WayBack } from './way-back.tsx'

function Detail({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <dt className="text-label text-muted">{label}</dt>
      <dd className="min-w-0 font-strong [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** The next steps of a buyer: to return to the shop, and to keep the receipt. The page prints as a receipt. */
function NextActs({ checkout }: { checkout: PublicCheckout }) {
  return (
    <div className="flex flex-wrap gap-12 print:hidden max-wide:flex-col">
      <WayBack checkout={checkout} />
      <Button onClick={() => window.print()} size="tall" variant={hasWayBack(checkout) ? 'plain' : 'primary'}>
        {tOutcome(checkout.activeTrialInterval === null ? 'print' : 'printPage')}
      </Button>
    </div>
  )
}

/** The title of the page and the sentences below it: what was bought, and for a subscription what follows. */
function wordsOf(checkout: PublicCheckout, locale: string): readonly [title: string, text: string] {
  const { product, totalAmount, isPaymentFormRequired, isFreeProductPrice } = checkout
  const email = shownEmail(checkout.customerEmail ?? '')
  const amount = formatMoney(locale, totalAmount, checkout.currency)
  const receipt = totalAmount === 0 ? tOutcome('receipt', { email }) : tOutcome('paidAndReceipt', { amount, email })
  const renewal = renewalOf(checkout, locale)
  if (renewal === null) return [tOutcome('thanks', { product: product.name }), receipt]
  const next = { ...renewal, email }
  if (checkout.activeTrialInterval !== null)
    return [tOutcome('trialStarted', { product: product.name }), tOutcome(isPaymentFormRequired ? 'trial' : 'openTrial', next)]
  const renews = isFreeProductPrice ? [] : [tOutcome('renews', next)]
  return [tOutcome('subscribed', { product: product.name }), [receipt, ...renews].join(' ')]
}

/** The confirmation of a purchase, with its details. */
export function Confirmation({ checkout }: { checkout: PublicCheckout }) {
  const { locale } = useLanguage()
  const { organization } = checkout
  const heading = useHeadingFocus()
  const bill = billOf(checkout)
  const [title, text] = wordsOf(checkout, locale)
  const card = checkout.receipt?.card ?? null
  const date = mediumDayText(locale, checkout.modifiedAt ?? checkout.createdAt, organization.billingTimezone)
  return (
    <main className="mx-auto grid w-full max-w-648 grid-cols-[minmax(0,1fr)] content-start gap-32 px-24 py-48 max-wide:px-16 max-wide:py-24">
      <Seller checkout={checkout} />
      <div className="grid gap-8 pt-8">
        <span className="mb-8 grid size-40 place-items-center rounded-full bg-good-soft text-good">
          <CheckIcon size={20} />
        </span>
        <h1 className="text-number font-strong tracking-number break-words outline-none max-wide:text-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="break-words text-muted">{text}</p>
      </div>
      <section className="rounded-card border border-line bg-surface">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(128px,1fr))] gap-16 p-16">
          <Detail label={tOutcome('paid')}>
            {bill.totalAmount === 0 ? t('free') : formatMoney(locale, bill.totalAmount, checkout.currency)}
            {card !== null && <span className="block text-label font-regular text-muted">{cardText(card)}</span>}
          </Detail>
          <Detail label={tOutcome('date')}>{date}</Detail>
          <Detail label={tOutcome('buyer')}>{checkout.customerName ?? shownEmail(checkout.customerEmail ?? '')}</Detail>
          {checkout.receipt === null ? (
            <Detail label={tOutcome('reference')}>
              <Id name={tOutcome('reference')} value={checkout.id} />
            </Detail>
          ) : (
            <Detail label={tOutcome('order')}>{checkout.receipt.orderNumber}</Detail>
          )}
        </dl>
        <div className="border-t border-line p-16">
          <BillTable bill={bill} currency={checkout.currency} />
        </div>
        {organization.mode === 'test' && <p className="border-t border-line p-16 text-label text-muted">{tOutcome('testNote')}</p>}
      </section>
      <NextActs checkout={checkout} />
      <footer className="flex flex-wrap justify-between gap-x-16 gap-y-8 text-caption text-muted print:hidden">
        {t('soldBy', { merchant: organization.name })}
        <LanguageSwitch readers="buyers" />
      </footer>
    </main>
  )
}
