import { useState } from 'react'
import { Card } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { ReceiptIcon } from '#web/ui/icons/index.ts'
import { Page } from '../page.tsx'
import { tPurchase } from '../purchase-messages.ts'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { OrderRows } from './rows.tsx'

const LIMIT = 20

/** All orders, the newest first. */
export default function OrderList() {
  const { api } = usePortal()
  const [page, setPage] = useState(1)
  const read = useRead(`orders:${page}`, () => api.orders({ page, limit: LIMIT }))
  return (
    <Page title={tPurchase('orders.title')}>
      <Loaded read={read}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty icon={ReceiptIcon} text={tPurchase('orders.emptyText')} title={tPurchase('orders.empty')} />
          ) : (
            <div>
              <Card>
                <OrderRows orders={items} />
              </Card>
              <Pagination limit={LIMIT} onPage={setPage} page={page} total={pagination.totalCount}>
                {null}
              </Pagination>
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
