import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { CustomerName } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { t } from './sales-messages.ts'

const maxShown = 5

/** The newest customers. */
export function NewCustomersCard() {
  const { id: organizationId, slug } = useOrganization()
  const customers = useQuery(apiQuery('customers', 'list', { organizationId, limit: maxShown }))
  return (
    <Card>
      <CardHead lined title={t('newCustomers')}>
        <a aria-label={t('allCustomers')} className={buttonClass({ variant: 'quiet' })} href={`/dashboard/${slug}/customers`}>
          {t('all')}
          <RightIcon className="-mr-2 opacity-85" />
        </a>
      </CardHead>
      <QueryContent query={customers} skeleton={<Skeletons label={t('newCustomers')} rows={maxShown} />}>
        {({ items }) => (
          <ul className="divide-y divide-line text-label">
            {items.map((customer) => (
              <li className="relative flex h-44 items-center justify-between gap-12 px-16 hover:bg-hover" key={customer.id}>
                <a
                  className="block min-w-0 flex-1 font-strong outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                  href={detailHref(slug, 'customers', customer.id)}
                >
                  <CustomerName customer={customer} />
                </a>
                <span className="text-muted">
                  <Time at={customer.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Card>
  )
}
