import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { ask } from '#web/api.ts'
import { t } from '#web/parts/ledger/messages.ts'
import { Postings } from '#web/parts/ledger/postings.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { Card, CardFoot, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** What the ledger holds of an order: each entry with both its sides. */
export function LedgerCard({ order }: { order: Order }) {
  const entries = useQuery(ask('ledgerEntries', 'list', { organizationId: order.customer.organizationId, orderId: order.id }))
  return (
    <Card>
      <CardHead lined note={entries.data !== undefined && entries.data.items.length > 0 ? t('note') : undefined} title={t('title')} />
      <Loaded query={entries} skeleton={<Skeletons label={t('title')} rows={3} />}>
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
      </Loaded>
    </Card>
  )
}
