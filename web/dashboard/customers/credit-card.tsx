import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer, CustomerCreditChange } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/customers/money-messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { CreditDialog } from './credit-dialog.tsx'

const fewest = 5
const most = 100

/** The credit of a customer, how it came about, and the dialog that gives more. `currencies` are those of the customer's orders. */
export default function CreditCard({ customer, slug, currencies }: { customer: Customer; slug: string; currencies: readonly string[] }) {
  const [limit, setLimit] = useState(fewest)
  const [isGiving, setIsGiving] = useState(false)
  const query = useQuery(apiQuery('customers', 'credits', { customerId: customer.id, limit }))
  const known = query.data?.balances.map(({ currency }) => currency) ?? []
  return (
    <Card>
      <CardHead title={t('credit.title')}>
        <Permitted needs="orders:write">
          <Button onClick={() => setIsGiving(true)} variant="quiet">
            {t('credit.give')}
          </Button>
        </Permitted>
      </CardHead>
      <CardBody underHead>
        <QueryContent query={query} skeleton={<Skeletons label={t('credit.title')} rows={2} />}>
          {({ balances, items, totalCount }) => (
            <>
              {balances.length === 0 ? (
                <p className="text-label text-muted">{t('credit.none')}</p>
              ) : (
                <ul className="grid gap-4 text-body font-strong">
                  {balances.map(({ currency, amount }) => (
                    <li key={currency}>
                      <Amount currency={currency} value={amount} />
                    </li>
                  ))}
                </ul>
              )}
              {items.length > 0 && (
                <ul className="grid gap-12 border-t border-line pt-12">
                  {items.map((change) => (
                    <Change change={change} key={change.id} slug={slug} />
                  ))}
                </ul>
              )}
              {items.length < totalCount && limit < most && (
                <div className="-ml-8">
                  <Button onClick={() => setLimit(most)} variant="quiet">
                    {t('credit.showAll', { count: Math.min(most, totalCount) })}
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryContent>
      </CardBody>
      {isGiving && <CreditDialog currencies={[...currencies, ...known]} customer={customer} onClose={() => setIsGiving(false)} />}
    </Card>
  )
}

function Change({ change, slug }: { change: CustomerCreditChange; slug: string }) {
  const { kind, amount, currency, orderId, note, createdAt } = change
  return (
    <li className="grid gap-2 text-label">
      <span className="flex items-start justify-between gap-12">
        <span className="min-w-0">{t(`credit.kinds.${kind}`)}</span>
        <span className="flex-none tabular-nums">
          {amount > 0 && '+'}
          <Amount currency={currency} value={amount} />
        </span>
      </span>
      {note !== null && <span className="break-words whitespace-pre-line">{note}</span>}
      <span className="flex flex-wrap gap-x-8 text-caption text-muted">
        <Time at={createdAt} />
        {orderId !== null && <Link href={detailHref(slug, 'orders', orderId)}>{t('credit.order')}</Link>}
      </span>
    </li>
  )
}
