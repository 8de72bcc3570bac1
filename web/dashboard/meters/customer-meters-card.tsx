import { useQuery } from '@tanstack/react-query'
import type { Operations } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { type CustomerMeterName, CustomerMeterRows } from '#web/parts/meters/customer-meter-rows.tsx'
import { tUsage } from '#web/parts/meters/usage-messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import type { pageNumber } from '#web/shell/pages/search-values.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'

const PAGE_SIZE = 10

/**
 * The usage of meters by customers since the last billing, in pages that the URL names: the page of the dashboard declares `page`. `by`
 * selects what names each row, `all` is the list of events. Without `none` the card is hidden where there is nothing.
 */
export default function CustomerMetersCard(props: {
  query: Operations['customer_meters:list']['query']
  by: CustomerMeterName
  slug: string
  title: string
  none?: string
  all?: string
}) {
  const { by, slug, title, none, all } = props
  const { at, set } = usePageSearch<{ readonly page: typeof pageNumber }>()
  const query = useQuery(apiQuery('customerMeters', 'list', { ...props.query, page: at.page, limit: PAGE_SIZE }))
  const total = query.data?.pagination.totalCount ?? 0
  if (none === undefined && total === 0) return null
  return (
    <Card>
      <CardHead lined note={total > 0 && tUsage('period')} title={title}>
        {all !== undefined && (
          <Permitted needs="events:read">
            <a className={buttonClass({ variant: 'quiet' })} href={all}>
              {tUsage('events')}
              <RightIcon className="-mr-2 opacity-85" />
            </a>
          </Permitted>
        )}
      </CardHead>
      <QueryContent query={query} skeleton={<Skeletons label={title} rows={3} />}>
        {({ items }) =>
          total === 0 ? (
            <p className="px-16 py-12 text-label text-muted">{none}</p>
          ) : (
            <>
              <CustomerMeterRows by={by} label={title} rows={items} slug={slug} />
              {(total > PAGE_SIZE || items.length === 0) && (
                <div className="border-t border-line pr-8 pb-12 pl-16">
                  <Pagination limit={PAGE_SIZE} onPage={(page) => set({ page })} page={at.page} total={total}>
                    <span />
                  </Pagination>
                </div>
              )}
            </>
          )
        }
      </QueryContent>
    </Card>
  )
}
