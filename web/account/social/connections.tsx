import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Account, ProviderId, ProviderSummary } from '#client/index.ts'
import { providerName } from '#web/parts/providers/name.ts'
import { useProviderRedirect } from '#web/parts/providers/use-provider-redirect.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { ChainIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { accountsQuery, providersQuery, social } from '../client.ts'
import { t } from '../messages.ts'
import { ReauthenticateDialog } from '../reauthenticate-dialog.tsx'
import { refusedText } from '../refusal.ts'
import { RowContent } from '../row-content.tsx'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { connectionSearch } from '../search.ts'
import { LinkedAccount } from './linked-account.tsx'
import { isPassword } from './sign-in-methods.ts'

/** The callback URL after a provider; the server adds `error` if linking failed. */
const callbackURL = (provider: string) => `/account/connections?${new URLSearchParams({ provider })}`
const link = (provider: ProviderId) =>
  social.linkSocial({ provider, callbackURL: callbackURL(provider), errorCallbackURL: callbackURL(provider) })

const skeleton = <RowsSkeleton headed rows={3} />

/** Lists the linked provider accounts with their permissions, links and unlinks them. */
export default function Connections() {
  const accounts = useQuery(accountsQuery)
  const providers = useQuery(providersQuery)
  return (
    <SettingsFrame head={<PageHeader lead={t('connections.description')} title={t('connections.title')} />}>
      <QueryContent query={providers} skeleton={skeleton}>
        {(offered) => (
          <QueryContent query={accounts} skeleton={skeleton}>
            {(all) => <ConnectionLists offered={offered} accounts={all} />}
          </QueryContent>
        )}
      </QueryContent>
    </SettingsFrame>
  )
}

function ConnectionLists({ offered, accounts }: { offered: readonly ProviderSummary[]; accounts: readonly Account[] }) {
  const failureText = useCallbackResult(accounts)
  const linked = accounts.filter((account) => !isPassword(account))
  const others = offered.filter(({ id }) => !linked.some(({ provider }) => provider === id))
  if (linked.length === 0 && others.length === 0)
    return <Empty icon={ChainIcon} text={t('connections.emptyText')} title={t('connections.emptyTitle')} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
      {failureText !== null && (
        <Banner alert tone="bad">
          {failureText}
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
                <LinkedAccount account={account} offered={offered} accounts={accounts} />
              </Row>
            ))}
          </Rows>
        )}
      </Card>
      {others.length > 0 && <UnlinkedProviders hasPassword={accounts.some(isPassword)} offered={others} />}
    </div>
  )
}

/** The result of a callback: shows a toast once after linking, or returns the text of a failure. Removes both from the URL. */
function useCallbackResult(accounts: readonly Account[]): string | null {
  const {
    at: { error, provider },
    set,
  } = usePageSearch<typeof connectionSearch>()
  const [failureText, setFailureText] = useState<string | null>(null)
  const name = providerName(provider) ?? t('connections.service')
  const isLinked = accounts.some((account) => account.provider === provider)
  useEffect(() => {
    if (error === undefined && provider === undefined) return
    if (error !== undefined) setFailureText(t.find(`connections.failed.${error}`, { name }) ?? t('connections.failed.unknown', { name }))
    else if (isLinked) toast(t('connections.linkedNow', { name }))
    set({ error: undefined, provider: undefined }, true)
  }, [error, provider, name, isLinked, set])
  return failureText
}

function UnlinkedProviders({ offered, hasPassword }: { offered: readonly ProviderSummary[]; hasPassword: boolean }) {
  /** The provider that waits until the user has reauthenticated. */
  const [staleId, setStaleId] = useState<ProviderId | null>(null)
  const { pendingId, failure, go } = useProviderRedirect(async (id) => {
    const result = await link(id)
    if (result.error?.code === 'SESSION_IS_NOT_FRESH') setStaleId(id)
    return result
  })
  const going = offered.find(({ id }) => id === pendingId)
  return (
    <Card>
      <CardHead lined note={t('connections.othersNote')} title={t('connections.others')} />
      <Rows>
        {offered.map(({ id, name }) => (
          <Row key={id}>
            <RowContent
              logo={<ProviderLogo id={id} />}
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
                busy={pendingId === id}
                disabled={pendingId !== null && pendingId !== id}
                onClick={() => go(id)}
              >
                {t('connections.link')}
              </Button>
            </RowContent>
          </Row>
        ))}
      </Rows>
      <p className="sr-only" role="status">
        {going !== undefined && t('connections.redirecting', { name: going.name })}
      </p>
      {staleId !== null && (
        <ReauthenticateDialog
          hasPassword={hasPassword}
          onClose={() => setStaleId(null)}
          onDone={() => {
            setStaleId(null)
            go(staleId)
          }}
        />
      )}
    </Card>
  )
}
