import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/disputes/messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Amount } from '#web/ui/text/amount.tsx'

/** Says that the payment of an order is disputed, or was lost, and leads to the dispute. */
export default function DisputeNotice({ order }: { order: Order }) {
  const { currency, pendingDisputeAmount: pending, disputedAmount: lost } = order
  return (
    <Banner
      action={
        <Permitted needs="refunds:read">
          <DisputeLink order={order} />
        </Permitted>
      }
      tone={pending > 0 ? 'warn' : 'bad'}
    >
      {t(pending > 0 ? 'ofOrder.open' : 'ofOrder.lost')} <Amount currency={currency} value={pending > 0 ? pending : lost} />
    </Banner>
  )
}

function DisputeLink({ order }: { order: Order }) {
  const { slug } = useOrganization()
  const query = { organizationId: order.customer.organizationId, orderId: order.id, limit: 1 }
  const [newest] = useQuery(apiQuery('disputes', 'list', query)).data?.items ?? []
  return newest === undefined ? null : <Link href={detailHref(slug, 'disputes', newest.id)}>{t('actions.open')}</Link>
}
