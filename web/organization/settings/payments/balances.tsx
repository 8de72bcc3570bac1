import { useQuery } from '@tanstack/react-query'
import type { Operations } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t as ledgerText } from '#web/parts/ledger/messages.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { DownloadIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { t } from './messages.ts'

type Balance = Operations['ledger:list_balances']['answer']['items'][number]

/** Accounts that grow by credit: what was earned and what is owed. */
const creditAccounts: readonly string[] = [
  'revenue',
  'tax_payable',
  'customer_credit',
  'platform_fee',
  'org_payable',
  'org_held',
  'payouts',
]

/** A balance as people read it: positive where the account has grown. */
const shownBalance = ({ account, balance }: Balance) => (creditAccounts.includes(account) ? 0 - balance : balance)

/** The balances of the ledger by currency, and the journal as CSV. */
export function Balances({ organizationId }: { organizationId: string }) {
  const balances = useQuery(apiQuery('ledgerEntries', 'balances', { organizationId }))
  return (
    <SettingsGroup text={t('balancesText')} title={t('balances')}>
      <QueryContent query={balances} skeleton={<Skeletons label={t('balances')} rows={4} />}>
        {({ items }) => (
          <>
            {items.length === 0 && (
              <Card>
                <p className="px-16 py-12 text-label text-muted">{t('noEntries')}</p>
              </Card>
            )}
            {[...new Set(items.map(({ currency }) => currency))].map((currency) => (
              <CurrencyCard balances={items.filter((item) => item.currency === currency)} currency={currency} key={currency} />
            ))}
          </>
        )}
      </QueryContent>
      <a className={`${buttonClass()} w-fit`} download href={`/v1/ledger/entries/export?organization_id=${organizationId}`}>
        <DownloadIcon className="-ml-2 opacity-85" />
        {t('export')}
      </a>
    </SettingsGroup>
  )
}

function CurrencyCard({ balances, currency }: { balances: readonly Balance[]; currency: string }) {
  return (
    <Card>
      <CardHead lined title={currency.toUpperCase()} />
      <dl>
        {balances.map((balance) => (
          <div className="flex justify-between gap-16 border-line px-16 py-8 text-label not-last:border-b" key={balance.account}>
            <dt>{ledgerText.find(`accounts.${balance.account}`) ?? balance.account}</dt>
            <dd>
              <Amount currency={currency} value={shownBalance(balance)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
