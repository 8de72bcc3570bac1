import { BillTable } from '#web/parts/bill-table.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { StatusPill } from '#web/ui/text/status.tsx'
import type { Order } from '../api.ts'
import { Documents } from '../invoices/documents.tsx'
import { daysIn, orderStatus } from '../labels.ts'
import { Page } from '../page.tsx'
import { isOverdue, Overdue } from '../payments/overdue.tsx'
import { hrefOf } from '../place.ts'
import { tPurchase } from '../purchase-messages.ts'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'

/** One order: what was bought, what was paid and given back, and who bought it. */
export default function OrderDetail({ id }: { id: string }) {
  const { api } = usePortal()
  const read = useRead(`order:${id}`, () => api.order(id))
  const order = read.data
  const status = order && orderStatus(order)
  return (
    <Page
      back={{ path: '/orders', label: tPurchase('orders.title') }}
      beside={status && <StatusPill tone={status.tone}>{status.word}</StatusPill>}
      title={order === null ? tPurchase('order.titlePlain') : tPurchase('order.title', { number: order.number })}
    >
      <Loaded read={read}>{(loaded) => <OrderContent order={loaded} />}</Loaded>
    </Page>
  )
}

function OrderContent({ order }: { order: Order }) {
  const { locale } = useLanguage()
  const { day } = daysIn(usePortal().shop.organization.billingTimezone, locale)
  const { currency, refundedAmount, refundedTaxAmount } = order
  const refunded = refundedAmount + refundedTaxAmount
  const money = (amount: number) => formatMoney(locale, amount, currency)
  return (
    <>
      {order.status === 'pending' && <PendingOrder order={order} />}
      {refunded > 0 && <Banner tone="info">{tPurchase('order.refunded', { amount: money(refunded) })}</Banner>}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 desk:grid-cols-[minmax(0,1fr)_320px]">
        <Card>
          <CardHead title={tPurchase('order.items')} />
          <CardBody underHead>
            <BillTable bill={{ ...order, refundedAmount: refunded }} currency={currency} />
            {order.appliedBalanceAmount !== 0 && (
              <p className="text-label text-muted">{tPurchase('order.balance', { amount: money(Math.abs(order.appliedBalanceAmount)) })}</p>
            )}
          </CardBody>
        </Card>
        <div className="grid gap-24">
          <Card>
            <CardHead title={tPurchase('order.details')} />
            <CardBody underHead>
              <DescriptionList
                items={[
                  [tPurchase('orders.date'), day(order.createdAt)],
                  [tPurchase('order.number'), order.number],
                  order.invoiceNumber !== null && [tPurchase('order.invoice'), order.invoiceNumber],
                  order.dueAmount > 0 && [tPurchase('order.due'), money(order.dueAmount)],
                  order.billingName !== null && [tPurchase('order.buyer'), order.billingName],
                  order.billingAddress !== null && [tPurchase('order.billedTo'), <AddressLines key="address" order={order} />],
                  order.subscription !== null && [
                    tPurchase('order.subscription'),
                    <a className={linkClass} href={hrefOf(`/subscriptions/${order.subscription.id}`)} key="subscription">
                      {order.product.name}
                    </a>,
                  ],
                ]}
              />
            </CardBody>
          </Card>
          <Documents order={order} />
        </div>
      </div>
    </>
  )
}

/** An order that is not paid: what the customer can do about it where its subscription is overdue. */
function PendingOrder({ order: { subscription } }: { order: Order }) {
  return subscription !== null && isOverdue(subscription) ? (
    <OverdueSubscription id={subscription.id} />
  ) : (
    <Banner tone="warn">{tPurchase('order.pending')}</Banner>
  )
}

function OverdueSubscription({ id }: { id: string }) {
  const { api } = usePortal()
  const read = useRead(`subscription:${id}`, () => api.subscription(id))
  return (
    <Loaded read={read} rows={1}>
      {(subscription) => <Overdue subscription={subscription} />}
    </Loaded>
  )
}

function AddressLines({ order: { billingAddress } }: { order: Order }) {
  const { locale } = useLanguage()
  if (billingAddress === null) return null
  const { line1, line2, postalCode, city, state, country } = billingAddress
  const name = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
  const lines = [line1, line2, [postalCode, city].filter(Boolean).join(' '), state, name].filter(Boolean)
  return <span className="whitespace-pre-line">{lines.join('\n')}</span>
}
