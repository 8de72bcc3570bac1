import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Account, OfferedProvider } from '#client/index.ts'
import { providerName } from '#web/parts/providers/name.ts'
import { useDeparture } from '#web/parts/providers/use-departure.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { ChainIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { ProviderMark } from '#web/ui/text/provider-mark.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { accountsQuery, providersQuery, social } from '../client.ts'
import { Fact } from '../fact.tsx'
import { FactsSkeleton } from '../facts-skeleton.tsx'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { LinkedAccount } from './linked-account.tsx'
import { isPassword } from './ways.ts'

const api = getRouteApi('/account/{-$room}')
/** Where a provider leads back to; where it failed the server adds `error`. */
const callbackURL = (provider: string) => `/account/connections?${new URLSearchParams({ provider })}`
const link = (provider: string) =>
  social.linkSocial({ provider, callbackURL: callbackURL(provider), errorCallbackURL: callbackURL(provider) })

const skeleton = <FactsSkeleton headed rows={3} />

/** The accounts at other services by which the person signs in: what each may do, linking and unlinking. */
export default function Connections() {
  const ways = useQuery(accountsQuery)
  const providers = useQuery(providersQuery)
  return (
    <SettingsFrame head={<PageHeader lead={t('connections.lead')} title={t('connections.title')} />}>
      <Loaded query={providers} skeleton={skeleton}>
        {(offered) => (
          <Loaded query={ways} skeleton={skeleton}>
            {(all) => <Both offered={offered} ways={all} />}
          </Loaded>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

function Both({ offered, ways }: { offered: readonly OfferedProvider[]; ways: readonly Account[] }) {
  const failed = useReturn(ways)
  const linked = ways.filter((way) => !isPassword(way))
  const others = offered.filter(({ id }) => !linked.some(({ provider }) => provider === id))
  if (linked.length === 0 && others.length === 0)
    return <Empty icon={ChainIcon} text={t('connections.emptyText')} title={t('connections.emptyTitle')} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
      {failed !== null && (
        <Banner alert tone="bad">
          {failed}
        </Banner>
      )}
      <Card>
        <CardHead lined title={t('connections.linked')} />
        {linked.length === 0 ? (
          <CardBody>
            <Text as="p" size="label" tone="muted">
              {t('connections.noneLinked')}
            </Text>
          </CardBody>
        ) : (
          <Rows>
            {linked.map((account) => (
              <Row key={account.id}>
                <LinkedAccount account={account} offered={offered} ways={ways} />
              </Row>
            ))}
          </Rows>
        )}
      </Card>
      {others.length > 0 && <Others offered={others} />}
    </div>
  )
}

/** What the way to a provider led to: tells of a link once, and gives the sentence of a failure. Either leaves the address. */
function useReturn(ways: readonly Account[]): string | null {
  const { error, provider } = api.useSearch()
  const navigate = api.useNavigate()
  const [failed, setFailed] = useState<string | null>(null)
  const name = providerName(provider) ?? t('connections.service')
  const isLinked = ways.some((way) => way.provider === provider)
  useEffect(() => {
    if (error === undefined && provider === undefined) return
    if (error !== undefined) setFailed(t.find(`connections.failed.${error}`, { name }) ?? t('connections.failed.unknown', { name }))
    else if (isLinked) toast(t('connections.linkedNow', { name }))
    void navigate({ replace: true, search: {} })
  }, [error, provider, name, isLinked, navigate])
  return failed
}

function Others({ offered }: { offered: readonly OfferedProvider[] }) {
  const { goingTo, failure, go } = useDeparture(link)
  const going = offered.find(({ id }) => id === goingTo)
  return (
    <Card>
      <CardHead lined note={t('connections.othersNote')} title={t('connections.others')} />
      <Rows>
        {offered.map(({ id, name }) => (
          <Row key={id}>
            <Fact
              mark={<ProviderMark id={id} />}
              name={name}
              text={
                failure?.id === id ? (
                  <span className="text-bad" role="alert">
                    {refusedText(failure.error)}
                  </span>
                ) : undefined
              }
            >
              <Button
                aria-label={t('connections.linkLabel', { name })}
                busy={goingTo === id}
                disabled={goingTo !== null && goingTo !== id}
                onClick={() => go(id)}
              >
                {t('connections.link')}
              </Button>
            </Fact>
          </Row>
        ))}
      </Rows>
      <p className="sr-only" role="status">
        {going !== undefined && t('connections.going', { name: going.name })}
      </p>
    </Card>
  )
}
