import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/tax-records/messages.ts'
import { TaxRecordStatus } from '#web/parts/tax-records/status.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'

const most = 100

/** The records that the tax service of an order has of it; nothing before its payment. */
export default function TaxRecordsCard({ order }: { order: Order }) {
  const query = { organizationId: order.customer.organizationId, orderId: order.id, sorting: 'created_at', limit: most } as const
  const records = useQuery(apiQuery('taxRecords', 'list', query)).data?.items ?? []
  if (records.length === 0) return null
  return (
    <Card>
      <CardHead title={t('title')} />
      <CardBody underHead>
        <ul className="grid gap-16">
          {records.map((record) => (
            <li className="grid gap-4 text-label" key={record.id}>
              <div className="flex flex-wrap items-center justify-between gap-8">
                <TaxRecordStatus record={record} />
                <span className="tabular-nums">
                  <Amount currency={record.currency} value={record.kind === 'reversal' ? -record.totalAmount : record.totalAmount} />
                </span>
              </div>
              <p className="flex flex-wrap gap-8 text-caption text-muted">
                <span>{t(`kinds.${record.kind}`)}</span>
                <Time at={record.createdAt} />
                <span>
                  {t('tax')} <Amount currency={record.currency} value={record.kind === 'reversal' ? -record.taxAmount : record.taxAmount} />
                </span>
                {record.transactionId !== null && <Id name={t('transaction')} value={record.transactionId} />}
              </p>
              {record.status === 'pending' && record.failureDetail !== null && <p className="text-caption text-muted">{t('unanswered')}</p>}
              {record.failureReason !== null && <p className="text-caption text-bad">{t(`failures.${record.failureReason}`)}</p>}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
