import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { accountsQuery, optionsQuery } from './client.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DisabledNotice } from './disabled-notice.tsx'
import { t } from './messages.ts'
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

/** Explains what deleting the account does, and deletes it. */
export default function Danger() {
  const { user } = useSession()
  const query = useQuery(accountsQuery)
  const options = useQuery(optionsQuery)
  const [state, setState] = useState<'idle' | 'confirming' | 'stale' | 'mailed'>('idle')
  const [fault, setFault] = useState<string | null>(null)
  if (options.data?.account.delete === false)
    return (
      <SettingsFrame head={<PageHeader title={t('danger.title')} />}>
        <DisabledNotice text={t('danger.off')} />
      </SettingsFrame>
    )
  return (
    <SettingsFrame head={<PageHeader lead={t('danger.description')} title={t('danger.title')} />}>
      <QueryContent query={query} skeleton={<RowsSkeleton rows={3} />}>
        {(accounts) => {
          // Nothing is offered until the options are loaded; if they cannot be loaded, the server refuses.
          if (options.isPending) return <RowsSkeleton rows={3} />
          const hasPassword = accounts.some(({ provider }) => provider === 'credential')
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
              {state === 'mailed' && (
                <Banner alert tone="info">
                  <p className="font-strong">{t('danger.linkSentTitle')}</p>
                  <p>{t('danger.linkSent', { email: shownEmail(user.email) })}</p>
                </Banner>
              )}
              {fault !== null && (
                <Banner alert tone="bad">
                  {fault}
                </Banner>
              )}
              <Card>
                <CardBody>
                  <Consequence text={t('danger.deletedText')} title={t('danger.deleted')} />
                  <Consequence text={t('danger.remainsText')} title={t('danger.remains')} />
                  <Consequence text={t('danger.ownerText')} title={t('danger.owner')} />
                </CardBody>
                <CardFoot>
                  <Button
                    variant="danger"
                    onClick={() => {
                      setFault(null)
                      setState('confirming')
                    }}
                  >
                    {t('danger.action')}
                  </Button>
                </CardFoot>
              </Card>
              {state === 'confirming' && (
                <DeleteDialog
                  hasPassword={hasPassword}
                  onClose={() => setState('idle')}
                  onMailed={() => setState('mailed')}
                  onRefused={(text) => {
                    setFault(text)
                    setState('idle')
                  }}
                  onStale={() => setState('stale')}
                />
              )}
              {state === 'stale' && (
                <ReauthenticateDialog hasPassword={hasPassword} onClose={() => setState('idle')} onDone={() => setState('confirming')} />
              )}
            </div>
          )
        }}
      </QueryContent>
    </SettingsFrame>
  )
}

function Consequence({ title, text }: { title: string; text: string }) {
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
