import { useEffect, useState } from 'react'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { GiftIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import type { AccountProvider } from '../api.ts'
import { t as tPortal } from '../messages.ts'
import { Page } from '../page.tsx'
import { dropQuery } from '../place.ts'
import { Loaded } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { useGrants } from '../use-grants.ts'
import { type CustomerGrant, grantStatus, isCurrent, providerNames, providerOf } from './grant.ts'
import { GrantIcon } from './icon.tsx'
import { contentOf } from './kinds/index.ts'
import { t } from './messages.ts'

/** Everything that the customer has, each benefit with what can be done with it. */
export default function Benefits() {
  const { shop } = usePortal()
  const grants = useGrants()
  return (
    <Page lead={t('lead')} title={tPortal('nav.benefits')}>
      <LinkOutcome />
      <Loaded read={grants}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={GiftIcon} text={t('emptyText', { merchant: shop.organization.name })} title={t('empty')} />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
              {[...items]
                .sort((a, b) => Number(a.isRevoked) - Number(b.isRevoked))
                .map((grant) => (
                  <GrantCard grant={grant} key={grant.id} />
                ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function GrantCard({ grant }: { grant: CustomerGrant }) {
  const status = grantStatus(grant)
  return (
    <Card label={grant.benefit.description}>
      <CardBody>
        <div className="flex items-start gap-12">
          <span className="pt-2">
            <GrantIcon type={grant.benefit.type} />
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-12 gap-y-4">
            <h2 className="min-w-0 font-strong break-words">{grant.benefit.description}</h2>
            {status.tone !== 'good' && <StatusPill tone={status.tone}>{status.word}</StatusPill>}
          </div>
        </div>
        {isCurrent(grant) && <GrantContent grant={grant} />}
      </CardBody>
    </Card>
  )
}

/** The content of a benefit, by its kind. A kind that needs an account also shows how to link it. */
function GrantContent({ grant }: { grant: CustomerGrant }) {
  if (!grant.isGranted && providerOf(grant) === null)
    return <p className="text-label text-muted">{t(grant.error ? 'failedText' : 'pendingText')}</p>
  const Content = contentOf(grant)
  return <Content grant={grant} />
}

/** The message of the callback of a provider in the address: the account is linked, or why not. It is taken out of the address. */
function LinkOutcome() {
  const [outcome] = useState(() => {
    const query = new URLSearchParams(location.search)
    const provider = (query.get('linked') ?? query.get('provider')) as AccountProvider | null
    const name = provider !== null && Object.hasOwn(providerNames, provider) ? providerNames[provider] : null
    return name === null ? null : { name, error: query.get('link_error') }
  })
  useEffect(() => {
    if (outcome !== null) dropQuery()
  }, [outcome])
  if (outcome === null) return null
  const { name: provider, error } = outcome
  if (error === null)
    return (
      <Banner alert tone="good">
        {t('account.linked', { provider })}
      </Banner>
    )
  return (
    <Banner alert tone="bad">
      {t.find(`account.errors.${error}`, { provider }) ?? t('account.errors.other', { provider })}
    </Banner>
  )
}
