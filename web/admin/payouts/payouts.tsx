import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/api.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { administration } from '../client.ts'
import { adminHref } from '../href.ts'
import type { payoutSearch } from '../search.ts'
import { BalanceRow } from './balance-row.tsx'
import { t } from './messages.ts'
import type { PlatformPayouts } from './payout.ts'
import { RecordDialog } from './record-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'

const payoutsQuery = {
  queryKey: ['admin', 'payouts'],
  queryFn: ({ signal }: { signal: AbortSignal }) => administration.listPayouts({ signal }).then(unwrap),
}

/** The amounts that the operator owes to organizations, the terms of each, and the payouts that they have recorded. */
export default function Payouts() {
  const query = useQuery(payoutsQuery)
  return (
    <>
      <PageHeader lead={t('lead')} title={t('title')} />
      <QueryContent query={query}>{(found) => <Content found={found} />}</QueryContent>
    </>
  )
}

/** `dialog` is `record` or `terms`, `of` the organization and currency of the balance. */
function Content({ found }: { found: PlatformPayouts }) {
  const { at, set } = usePageSearch<typeof payoutSearch>()
  const { balances, payouts } = found
  const keyOf = (balance: (typeof balances)[number]) => `${balance.organizationId}.${balance.currency}`
  const chosen = balances.find((balance) => keyOf(balance) === at.of)
  const close = () => set({ dialog: undefined, of: undefined })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
      {!found.isPlatform && <Banner tone="info">{t('off')}</Banner>}
      <Card>
        <CardHead lined title={t('balances')} />
        {balances.length === 0 && <p className="px-16 py-12 text-label text-muted">{t('noBalances')}</p>}
        <ul aria-label={t('balances')}>
          {balances.map((balance) => (
            <BalanceRow balance={balance} key={keyOf(balance)} onOpen={(dialog) => set({ dialog, of: keyOf(balance) })} settings={found} />
          ))}
        </ul>
      </Card>
      <Card>
        <CardHead lined title={t('payouts')} />
        {payouts.length === 0 && <p className="px-16 py-12 text-label text-muted">{t('noPayouts')}</p>}
        <ul aria-label={t('payouts')}>
          {payouts.map((payout) => (
            <li
              className="flex flex-wrap items-center justify-between gap-x-16 gap-y-2 border-line px-16 py-10 text-label not-last:border-b"
              key={payout.id}
            >
              <span className="grid min-w-0">
                <a className="truncate font-strong hover:underline" href={adminHref('organizations', payout.organizationId)}>
                  {payout.organizationName}
                </a>
                <span className="truncate text-caption text-muted" translate="no">
                  {payout.reference}
                </span>
              </span>
              <span className="flex items-center gap-16">
                <span className="text-muted">
                  <Time as="day" at={payout.createdAt} zone={payout.billingTimezone} />
                </span>
                <Amount currency={payout.currency} value={payout.amount} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {chosen !== undefined && at.dialog === 'record' && chosen.payoutAccount !== null && (
        <RecordDialog account={chosen.payoutAccount} balance={chosen} onClose={close} />
      )}
      {chosen !== undefined && at.dialog === 'terms' && <TermsDialog balance={chosen} onClose={close} settings={found} />}
    </div>
  )
}
