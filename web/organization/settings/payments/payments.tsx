import { useQuery } from '@tanstack/react-query'
import type { Operations } from '#client/index.ts'
import { chargeableMinimum } from '#kernel/money.ts'
import { apiQuery } from '#web/api.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import { useMembership } from '../../membership.ts'
import { Balances } from './balances.tsx'
import { t } from './messages.ts'
import { Minimums } from './minimums.tsx'
import { Payouts } from './payouts.tsx'
import { TestCards } from './test-cards.tsx'

/** The payment settings of the organization, as the server states them. */
export type PaymentSettings = Operations['payments:settings']['answer']

/** The processor, its mode and test cards, the balances of the ledger, and what the operator pays out. */
export default function Payments() {
  const { organization } = useMembership()
  const settings = useQuery(apiQuery('organizations', 'paymentSettings', { organizationId: organization.id }))
  return (
    <SettingsFrame head={<PageHeader lead={t('lead')} title={t('title')} />}>
      <QueryContent query={settings}>
        {(found) => (
          <>
            <Processor settings={found} slug={organization.slug} />
            {found.testCards.length > 0 && <TestCards cards={found.testCards} />}
            {found.platform !== null && (
              <Payouts currency={found.defaultCurrency} organizationId={organization.id} terms={found.platform} />
            )}
            <Balances organizationId={organization.id} />
          </>
        )}
      </QueryContent>
    </SettingsFrame>
  )
}

function Processor({ settings, slug }: { settings: PaymentSettings; slug: string }) {
  const { mode, activeProcessor, defaultCurrency: currency } = settings
  return (
    <SettingsGroup text={t('processorText')} title={t('processor')}>
      <Card>
        <CardBody>
          <DescriptionList
            items={[
              [t('active'), activeProcessor === null ? t('none') : t(activeProcessor)],
              [
                t('mode'),
                <span className="grid justify-items-start gap-6" key="mode">
                  <StatusPill tone={mode === 'test' ? 'info' : 'good'}>{t(`modes.${mode}`)}</StatusPill>
                  <span className="text-caption text-muted">{t(`modeTexts.${mode}`)}</span>
                </span>,
              ],
              [
                t('currency'),
                <span className="flex flex-wrap gap-x-12" key="currency">
                  <span translate="no">{currency.toUpperCase()}</span>
                  <Link href={`/dashboard/${slug}/settings/business`}>{t('change')}</Link>
                </span>,
              ],
              [
                t('minimum'),
                <span className="grid gap-4" key="minimum">
                  <Amount currency={currency} value={chargeableMinimum(currency)} />
                  <span className="text-caption text-muted">{t('minimumText')}</span>
                </span>,
              ],
            ]}
          />
          <Minimums />
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}
