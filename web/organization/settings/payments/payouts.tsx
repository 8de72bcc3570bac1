import { useQuery } from '@tanstack/react-query'
import type { LedgerEntry } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { BillingDay } from '#web/shell/billing-day.tsx'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'
import type { PaymentSettings } from './payments.tsx'

const maxShown = 100

/** The terms of the operator, what they kept so far, and what they paid out. */
export function Payouts(props: { organizationId: string; currency: string; terms: NonNullable<PaymentSettings['platform']> }) {
  const { organizationId, currency, terms } = props
  const { locale } = useLanguage()
  const balances = useQuery(apiQuery('ledgerEntries', 'balances', { organizationId }))
  const payouts = useQuery(apiQuery('ledgerEntries', 'list', { organizationId, kind: ['payout'], limit: maxShown }))
  const share = (terms.feeBasisPoints / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
  const fees = balances.data?.items.filter(({ account }) => account === 'platform_fee') ?? []
  const fixed = formatMoney(locale, terms.feeFixed, currency)
  return (
    <SettingsGroup text={t('platformText')} title={t('platform')}>
      <Card>
        <CardBody>
          <DescriptionList
            items={[
              [t('fee'), terms.feeFixed === 0 ? t('feeShare', { share }) : t('feeText', { share, fixed })],
              [
                t('feesSoFar'),
                <span className="flex flex-wrap gap-x-12" key="fees">
                  {fees.length === 0 && '–'}
                  {fees.map(({ currency, balance }) => (
                    <Amount currency={currency} key={currency} value={0 - balance} />
                  ))}
                </span>,
              ],
              [t('payoutAccount'), t(terms.hasPayoutAccount ? 'accountKnown' : 'accountMissing')],
            ]}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHead lined title={t('payouts')} />
        <QueryContent query={payouts} skeleton={<Skeletons label={t('payouts')} rows={2} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="px-16 py-12 text-label text-muted">{t('noPayouts')}</p>
            ) : (
              <ul>
                {items.map((entry) => (
                  <PayoutRow entry={entry} key={entry.id} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </Card>
    </SettingsGroup>
  )
}

function PayoutRow({ entry }: { entry: LedgerEntry }) {
  const amount = entry.postings.reduce((sum, posting) => sum + Math.max(0, posting.amount), 0)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-16 border-line px-16 py-8 text-label not-last:border-b">
      <span translate="no">{entry.source.replace(/^payout:/, '')}</span>
      <span className="flex items-center gap-16">
        <span className="text-muted">
          <BillingDay at={entry.createdAt} />
        </span>
        <Amount currency={entry.currency} value={amount} />
      </span>
    </li>
  )
}
