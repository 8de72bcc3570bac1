import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { cardText } from '#web/parts/payments/card-text.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { CardIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'

/** The payment method that renewals charge: the default one of the customer. */
export function MethodCard({ customerId }: { customerId: string }) {
  const { locale } = useLanguage()
  const query = useQuery(apiQuery('customers', 'paymentMethods', customerId))
  return (
    <Card>
      <CardHead title={t('detail.method')} />
      <CardBody underHead>
        <QueryContent query={query} skeleton={<Skeletons label={t('detail.method')} rows={1} />}>
          {({ items }) => {
            const method = items.find(({ isDefault }) => isDefault)
            if (method === undefined) return <p className="text-label text-muted">{t('detail.noMethod')}</p>
            const { expMonth, expYear } = method
            const format = new Intl.DateTimeFormat(locale, { month: '2-digit', year: 'numeric', timeZone: 'UTC' })
            return (
              <div className="grid gap-4 text-label">
                <p className="flex items-center gap-8" translate="no">
                  <CardIcon />
                  {cardText(method)}
                </p>
                {expMonth !== null && expYear !== null && (
                  <p className="text-caption text-muted">{t('detail.expires', { date: format.format(Date.UTC(expYear, expMonth - 1)) })}</p>
                )}
              </div>
            )
          }}
        </QueryContent>
      </CardBody>
    </Card>
  )
}
