import type { PublicCheckout } from '#client/types.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { billOf } from '#web/parts/checkouts/bill.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { Seller } from '#web/parts/checkouts/page/offer.tsx'
import { cardText } from '#web/parts/payments/card-text.ts'
import { LanguageSwitch } from '#web/shell/public/language-switch.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { CheckIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { postToParent } from './frame-messages.ts'
import { isFramed } from './is-framed.ts'
import { tOutcome } from './outcome-messages.ts'
import { useHeadingFocus } from './use-heading-focus.ts'

function Detail({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <dt className="text-label text-muted">{label}</dt>
      <dd className="min-w-0 font-strong [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** What a buyer does next: returns to the shop, and keeps the receipt. The page prints as a receipt. */
function NextActs({ checkout }: { checkout: PublicCheckout }) {
  const { name: merchant, website } = checkout.organization
  const hasWayBack = isFramed || website !== null
  return (
    <div className="flex flex-wrap gap-12 print:hidden max-wide:flex-col">
      {isFramed ? (
        // The shop is behind the frame.
        <Button onClick={() => postToParent(checkout, { event: 'close' })} size="tall" variant="primary">
          {tOutcome('back', { merchant })}
        </Button>
      ) : (
        website !== null && (
          <a className={buttonClass({ variant: 'primary', size: 'tall' })} href={website} rel="noreferrer">
            {tOutcome('back', { merchant })}
          </a>
        )
      )}
      <Button onClick={() => window.print()} size="tall" variant={hasWayBack ? 'plain' : 'primary'}>
        {tOutcome('print')}
      </Button>
    </div>
  )
}

/** The confirmation of a purchase, with its details. */
export function Confirmation({ checkout }: { checkout: PublicCheckout }) {
  const { locale } = useLanguage()
  const { organization } = checkout
  const heading = useHeadingFocus()
  const isFree = checkout.totalAmount === 0
  const amount = formatMoney(locale, checkout.totalAmount, checkout.currency)
  const email = checkout.customerEmail ?? ''
  const card = checkout.receipt?.card ?? null
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(checkout.modifiedAt ?? checkout.createdAt))
  return (
    <main className="mx-auto grid w-full max-w-648 grid-cols-[minmax(0,1fr)] content-start gap-32 px-24 py-48 max-wide:px-16 max-wide:py-24">
      <Seller checkout={checkout} />
      <div className="grid gap-8 pt-8">
        <span className="mb-8 grid size-40 place-items-center rounded-full bg-good-soft text-good">
          <CheckIcon size={20} />
        </span>
        <h1 className="text-number font-strong tracking-number break-words outline-none max-wide:text-title" ref={heading} tabIndex={-1}>
          {tOutcome('thanks', { product: checkout.product.name })}
        </h1>
        <p className="break-words text-muted">{isFree ? tOutcome('receipt', { email }) : tOutcome('paidAndReceipt', { amount, email })}</p>
      </div>
      <section className="rounded-card border border-line bg-surface">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(128px,1fr))] gap-16 p-16">
          <Detail label={tOutcome('paid')}>
            {isFree ? t('free') : amount}
            {card !== null && <span className="block text-label font-regular text-muted">{cardText(card)}</span>}
          </Detail>
          <Detail label={tOutcome('date')}>{date}</Detail>
          <Detail label={tOutcome('buyer')}>{checkout.customerName ?? checkout.customerEmail}</Detail>
          {checkout.receipt === null ? (
            <Detail label={tOutcome('reference')}>
              <Id name={tOutcome('reference')} value={checkout.id} />
            </Detail>
          ) : (
            <Detail label={tOutcome('order')}>{checkout.receipt.orderNumber}</Detail>
          )}
        </dl>
        <div className="border-t border-line p-16">
          <BillTable bill={billOf(checkout)} currency={checkout.currency} />
        </div>
        {organization.mode === 'test' && <p className="border-t border-line p-16 text-label text-muted">{tOutcome('testNote')}</p>}
      </section>
      <NextActs checkout={checkout} />
      <footer className="flex flex-wrap justify-between gap-x-16 gap-y-8 text-caption text-muted print:hidden">
        {t('soldBy', { merchant: organization.name })}
        <LanguageSwitch />
      </footer>
    </main>
  )
}
