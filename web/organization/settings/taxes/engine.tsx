import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '#web/api.ts'
import { useBillingZone } from '#web/shell/billing-day.tsx'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { longDayText } from '#web/ui/text/moment.ts'
import { useMembership } from '../../membership.ts'
import { t } from './messages.ts'
import { MissingRecords } from './missing-records.tsx'
import { missingText, type TaxSettings } from './values.ts'

/** Where the owner of a Stripe account sets up Stripe Tax. */
const STRIPE_TAX_URL = 'https://dashboard.stripe.com/settings/tax'

/** Older renewals by the table of rates are no news. */
const FALLBACK_DAYS = 90
const fallbacks: ('refused' | 'inactive')[] = ['refused', 'inactive']

type Engine = TaxSettings['engine']

/** The choice of what works out the taxes, and what follows from it. `error` is why the service cannot be chosen. */
export function EngineGroup(props: {
  settings: TaxSettings
  value: Engine
  onChange: (engine: Engine) => void
  error: string | undefined
}) {
  const { settings, value, onChange, error } = props
  const { stripeTaxAvailability: availability } = settings
  const isAvailable = availability === 'available'
  const choiceOf = (engine: Engine) => ({ value: engine, title: t(`engines.${engine}`) })
  return (
    <SettingsGroup text={t('engineText')} title={t('engine')}>
      {settings.engine === 'stripe' && <EngineNotices />}
      <Card>
        <CardBody>
          <Choices
            label={t('engine')}
            onChange={onChange}
            options={[
              { ...choiceOf('built_in'), text: t('engineTexts.built_in') },
              {
                ...choiceOf('stripe'),
                text: isAvailable ? t('engineTexts.stripe') : t(`engineReasons.${availability}`),
                disabled: !isAvailable && settings.engine !== 'stripe',
              },
            ]}
            value={value}
          />
          {error !== undefined && (
            <p className="text-caption text-bad" role="alert">
              {error}
            </p>
          )}
          {value === 'stripe' && <SentToStripe />}
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}

function SentToStripe() {
  return (
    <div className="grid gap-4 border-t border-line pt-16">
      <h3 className="text-label font-strong">{t('sent')}</h3>
      <p className="text-caption text-muted">{t('sentText')}</p>
      <p className="text-caption text-muted">{t('sentDown')}</p>
      <p className="pt-4 text-label">
        <a className={`${linkClass} underline`} href={STRIPE_TAX_URL} rel="noopener" target="_blank">
          {t('openStripe')}
        </a>
      </p>
    </div>
  )
}

/** That the service that is chosen cannot work out taxes, and which orders it has refused. */
function EngineNotices() {
  const { organization } = useMembership()
  const { locale } = useLanguage()
  const zone = useBillingZone()
  const { data: checked } = useQuery(apiQuery('organizations', 'taxSettings', { organizationId: organization.id, checkEngine: true }))
  const [createdAfter] = useState(() => new Date(Date.now() - FALLBACK_DAYS * 86_400_000).toISOString())
  const query = { organizationId: organization.id, taxFallback: fallbacks, createdAfter, limit: 1 }
  const { data: refused } = useQuery(apiQuery('orders', 'list', query))
  const status = checked?.engineStatus
  const [last] = refused?.items ?? []
  return (
    <>
      {status?.status === 'inactive' && <Banner tone="bad">{t('statusInactive', { missing: missingText(status.missingFields) })}</Banner>}
      {status?.status === 'refused' && <Banner tone="bad">{t('statusRefused')}</Banner>}
      {status?.status === 'unavailable' && <Banner tone="warn">{t('statusUnavailable')}</Banner>}
      {refused !== undefined && last !== undefined && zone !== undefined && (
        <Banner
          action={
            <a className="underline" href={`/dashboard/${organization.slug}/orders?tax=refused,inactive`}>
              {t('showFallbacks')}
            </a>
          }
          tone="warn"
        >
          {t('fallbacks', {
            count: refused.pagination.totalCount,
            days: FALLBACK_DAYS,
            date: longDayText(locale, last.createdAt, zone),
          })}
        </Banner>
      )}
      <MissingRecords />
    </>
  )
}
