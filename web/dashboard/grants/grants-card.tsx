import { useQuery } from '@tanstack/react-query'
import type { BenefitGrant, Operations } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { CustomerName } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/grants/messages.ts'
import { GrantProblem } from '#web/parts/grants/problem.tsx'
import { stateSince } from '#web/parts/grants/state.ts'
import { GrantStatus } from '#web/parts/grants/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { RetryButton } from './retry-button.tsx'

const maxShown = 10

type GrantQuery = Operations['benefit_grants:list']['query']

/** The grants of a customer, an order, a subscription or a benefit. `by` selects what names each of them. `all`: the list of all. */
export default function GrantsCard(props: { query: GrantQuery; by: 'benefit' | 'customer'; all?: string }) {
  const { id, slug } = useOrganization()
  const query = useQuery(apiQuery('benefitGrants', 'list', { ...props.query, organizationId: id, limit: maxShown }))
  const title = t(props.by === 'benefit' ? 'cards.benefits' : 'cards.customers')
  return (
    <Permitted needs="benefits:read">
      <Card>
        <CardHead lined note={query.data === undefined ? undefined : noteOf(query.data.pagination.totalCount)} title={title}>
          {props.all !== undefined && (
            <a className={buttonClass({ variant: 'quiet' })} href={props.all}>
              {t('cards.all')}
              <RightIcon className="-mr-2 opacity-85" />
            </a>
          )}
        </CardHead>
        <QueryContent query={query} skeleton={<Skeletons label={title} rows={2} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="px-16 py-12 text-label text-muted">{t(props.by === 'benefit' ? 'cards.none' : 'cards.noCustomers')}</p>
            ) : (
              <ul className="divide-y divide-line text-label">
                {items.map((grant) => (
                  <GrantRow by={props.by} grant={grant} key={grant.id} slug={slug} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </Card>
    </Permitted>
  )
}

/** The number of all, where not all are shown. */
const noteOf = (total: number) => (total > maxShown ? String(total) : undefined)

function GrantRow({ grant, by, slug }: { grant: BenefitGrant; by: 'benefit' | 'customer'; slug: string }) {
  const { benefit, customer, error } = grant
  return (
    <li className="grid gap-8 px-16 py-12">
      <div className="flex flex-wrap items-start justify-between gap-x-16 gap-y-4">
        <div className="grid min-w-0 gap-2">
          <span className="min-w-0 font-strong [overflow-wrap:anywhere]">
            {by === 'benefit' ? (
              <Link href={detailHref(slug, 'benefits', benefit.id)}>{benefit.description}</Link>
            ) : (
              <Link href={detailHref(slug, 'customers', customer.id)}>
                <CustomerName customer={customer} />
              </Link>
            )}
          </span>
          <span className="flex flex-wrap gap-x-8 text-caption text-muted">
            {by === 'benefit' && <span>{tKind(`${benefit.type}.name`)}</span>}
            <Source grant={grant} slug={slug} />
          </span>
        </div>
        <span className="grid justify-items-end gap-2">
          <GrantStatus grant={grant} />
          <span className="text-caption text-muted">
            <Time at={stateSince(grant)} />
          </span>
        </span>
      </div>
      {error !== null && (
        <div className="flex flex-wrap items-start justify-between gap-12 rounded-well bg-sunken px-12 py-8">
          <div className="min-w-0 flex-1 basis-240">
            <GrantProblem grant={grant} />
          </div>
          <RetryButton grant={grant} />
        </div>
      )}
    </li>
  )
}

function Source({ grant: { orderId, subscriptionId }, slug }: { grant: BenefitGrant; slug: string }) {
  if (orderId !== null) return <Link href={detailHref(slug, 'orders', orderId)}>{t('byOrder')}</Link>
  return <Link href={detailHref(slug, 'subscriptions', subscriptionId ?? '')}>{t('bySubscription')}</Link>
}
