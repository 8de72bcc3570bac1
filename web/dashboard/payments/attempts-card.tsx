import { useQuery } from '@tanstack/react-query'
import type { Payment } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { cardOf, reasonOf } from '#web/parts/payments/card.ts'
import { t } from '#web/parts/payments/messages.ts'
import { PaymentStatus } from '#web/parts/payments/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** More than the attempts that a checkout allows. */
const maxShown = 100

/** Selects the attempts that are shown: those of a checkout. */
export interface AttemptsOf {
  readonly organization: { readonly id: string; readonly slug: string }
  readonly checkoutId: string
}

/** The attempts to pay a checkout, the latest first, as a query: timelines show them as well. */
export const attemptsOf = ({ organization, checkoutId }: AttemptsOf) =>
  apiQuery('payments', 'list', { organizationId: organization.id, checkoutId, limit: maxShown })

/** The attempts to pay a checkout, each with its card and why it failed; `current` is the one whose page this is. */
export const AttemptsCard = (props: AttemptsOf & { current?: string }) => (
  <Permitted needs="payments:read">
    <Attempts {...props} />
  </Permitted>
)

function Attempts({ current, ...of }: AttemptsOf & { current?: string }) {
  const attempts = useQuery(attemptsOf(of))
  return (
    <Card>
      <CardHead lined title={t('detail.attempts')} />
      <QueryContent query={attempts} skeleton={<Skeletons label={t('detail.attempts')} rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-16 py-12 text-label text-muted">{t('detail.noAttempts')}</p>
          ) : (
            <ul>
              {items.map((payment) => (
                <Attempt isCurrent={payment.id === current} key={payment.id} payment={payment} slug={of.organization.slug} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  )
}

function Attempt({ payment, slug, isCurrent }: { payment: Payment; slug: string; isCurrent: boolean }) {
  const card = cardOf(payment) ?? t('noCard')
  const reason = reasonOf(payment)
  return (
    <li className="relative grid gap-4 border-line px-16 py-12 text-label not-last:border-b has-[a]:hover:bg-hover">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-4">
        {isCurrent ? (
          <span aria-current="page" className="font-strong" translate="no">
            {card}
          </span>
        ) : (
          <a
            className="font-strong outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            href={detailHref(slug, 'payments', payment.id)}
            translate="no"
          >
            {card}
          </a>
        )}
        <span className="flex items-center gap-12">
          <PaymentStatus payment={payment} />
          <Amount currency={payment.currency} value={payment.amount} />
        </span>
      </div>
      <p className="flex flex-wrap justify-between gap-x-12 text-caption text-muted">
        <span>{reason}</span>
        <Time at={payment.createdAt} />
      </p>
    </li>
  )
}
