import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/refunds/messages.ts'
import { RefundStatus } from '#web/parts/refunds/status.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'

const most = 100

/** The refunds of an order, as a query: the timeline shows them as well. */
export const refundsOf = (order: Order) =>
  apiQuery('refunds', 'list', { organizationId: order.customer.organizationId, orderId: order.id, limit: most })

/** The refunds of an order; nothing while it has none, or to users who may not read them. */
export function RefundsCard({ order }: { order: Order }) {
  const refunds = useQuery(refundsOf(order)).data?.items ?? []
  if (refunds.length === 0) return null
  return (
    <Card>
      <CardHead title={t('title')} />
      <CardBody underHead>
        <ul className="grid gap-16">
          {refunds.map((refund) => (
            <li className="grid gap-4 text-label" key={refund.id}>
              <div className="flex flex-wrap items-center justify-between gap-8">
                <RefundStatus refund={refund} />
                <span className="tabular-nums">
                  <Amount currency={refund.currency} value={refund.totalAmount} />
                </span>
              </div>
              <p className="flex flex-wrap gap-8 text-caption text-muted">
                <span>{t(`reasons.${refund.reason}`)}</span>
                <Time at={refund.createdAt} />
                {refund.creditedAmount > 0 && (
                  <span>
                    {t('credited')} <Amount currency={refund.currency} value={refund.creditedAmount} />
                  </span>
                )}
              </p>
              {refund.isDuplicatePayment && <p className="text-caption text-muted">{t('duplicatePayment')}</p>}
              {refund.failureReason !== null && <p className="text-caption text-bad">{t(`failures.${refund.failureReason}`)}</p>}
              {refund.comment !== null && <p className="text-caption break-words whitespace-pre-line">{refund.comment}</p>}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
