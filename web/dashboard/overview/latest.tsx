import type { Order } from '#client/index.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import FailuresNotice from '../grants/failures-notice.tsx'
import { LatestOrdersCard } from './latest-orders.tsx'
import { NewCustomersCard } from './new-customers.tsx'
import { UpcomingRenewals } from './upcoming-renewals.tsx'

/** The lower half of the overview: what has failed for customers, the latest orders beside the newest customers, and the next renewals. */
export default function Latest({ orders }: { orders: readonly Order[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24 max-wide:gap-16">
      <FailuresNotice />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 max-wide:gap-16 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <LatestOrdersCard orders={orders} />
        <NewCustomersCard />
        <Permitted needs="subscriptions:read">
          <UpcomingRenewals />
        </Permitted>
      </div>
    </div>
  )
}
