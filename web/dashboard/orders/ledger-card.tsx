import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/ledger/messages.ts'
import { Postings } from '#web/parts/ledger/postings.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardFoot, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** The ledger entries of an order, each with its debit and credit postings. */
export function LedgerCard({ order }: { order: Order }) {
  const entries = useQuery(apiQuery('ledgerEntries', 'list', { organizationId: order.customer.organizationId, orderId: order.id }))
  return (
    <Card>
      <CardHead lined note={entries.data !== undefined && entries.data.items.length > 0 ? t('balanced') : undefined} title={t('title')} />
      <QueryContent query={entries} skeleton={<Skeletons label={t('title')} rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-16 py-12 text-label text-muted">{t('none')}</p>
          ) : (
            items.map((entry) => (
              <div key={entry.id}>
                <Postings entry={entry} />
                <CardFoot>
                  <span>
                    {t(`kinds.${entry.kind}`)} · <Time at={entry.createdAt} />
                  </span>
                  <Id name={t('entryId')} value={entry.id} />
                </CardFoot>
              </div>
            ))
          )
        }
      </QueryContent>
    </Card>
  )
}
