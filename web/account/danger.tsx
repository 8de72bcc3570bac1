import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { accountsQuery, optionsQuery } from './client.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { FactsSkeleton } from './facts-skeleton.tsx'
import { t } from './messages.ts'
import { Off } from './off.tsx'
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx'

/** Deletes the account, after saying what that means. */
export default function Danger() {
  const { user } = useSession()
  const query = useQuery(accountsQuery)
  const options = useQuery(optionsQuery)
  const [state, setState] = useState<'resting' | 'asking' | 'stale' | 'mailed'>('resting')
  const [fault, setFault] = useState<string | null>(null)
  if (options.data?.account.delete === false)
    return (
      <SettingsFrame head={<PageHeader title={t('danger.title')} />}>
        <Off text={t('danger.off')} />
      </SettingsFrame>
    )
  return (
    <SettingsFrame head={<PageHeader lead={t('danger.lead')} title={t('danger.title')} />}>
      <Loaded query={query} skeleton={<FactsSkeleton rows={3} />}>
        {(ways) => {
          // What is not known yet is not offered; where it cannot be known, the server refuses.
          if (options.isPending) return <FactsSkeleton rows={3} />
          const hasPassword = ways.some(({ provider }) => provider === 'credential')
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
              {state === 'mailed' && (
                <Banner alert tone="info">
                  <p className="font-strong">{t('danger.mailedTitle')}</p>
                  <p>{t('danger.mailed', { email: user.email })}</p>
                </Banner>
              )}
              {fault !== null && (
                <Banner alert tone="bad">
                  {fault}
                </Banner>
              )}
              <Card>
                <CardBody>
                  <Told text={t('danger.whatText')} title={t('danger.what')} />
                  <Told text={t('danger.staysText')} title={t('danger.stays')} />
                  <Told text={t('danger.ownerText')} title={t('danger.owner')} />
                </CardBody>
                <CardFoot>
                  <Button
                    look="danger"
                    onClick={() => {
                      setFault(null)
                      setState('asking')
                    }}
                  >
                    {t('danger.act')}
                  </Button>
                </CardFoot>
              </Card>
              {state === 'asking' && (
                <DeleteDialog
                  hasPassword={hasPassword}
                  onClose={() => setState('resting')}
                  onMailed={() => setState('mailed')}
                  onRefused={(text) => {
                    setFault(text)
                    setState('resting')
                  }}
                  onStale={() => setState('stale')}
                />
              )}
              {state === 'stale' && (
                <ReauthenticateDialog hasPassword={hasPassword} onClose={() => setState('resting')} onDone={() => setState('asking')} />
              )}
            </div>
          )
        }}
      </Loaded>
    </SettingsFrame>
  )
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-2">
      <Text as="p" size="label" strong>
        {title}
      </Text>
      <Text as="p" size="label" tone="muted">
        {text}
      </Text>
    </div>
  )
}
