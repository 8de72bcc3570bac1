import type { UseQueryResult } from '@tanstack/react-query'
import type { Order, Page } from '#client/index.ts'
import { OrderRows } from '#web/parts/orders/order-rows.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'

const maxShown = 10

/** The latest orders of a customer, a product or a subscription, with a link to all of them. `by` selects what names each order. */
export function OrdersCard(props: {
  query: UseQueryResult<Page<Order>>
  by: 'customer' | 'product' | 'number'
  slug: string
  title: string
  all: { readonly label: string; readonly href: string }
  none: string
}) {
  const { all, title } = props
  return (
    <Card>
      <CardHead lined title={title}>
        <a className={buttonClass({ variant: 'quiet' })} href={all.href}>
          {all.label}
          <RightIcon className="-mr-2 opacity-85" />
        </a>
      </CardHead>
      <QueryContent query={props.query} skeleton={<Skeletons label={title} rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-16 py-12 text-label text-muted">{props.none}</p>
          ) : (
            <OrderRows by={props.by} orders={items.slice(0, maxShown)} slug={props.slug} />
          )
        }
      </QueryContent>
    </Card>
  )
}
