import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operations } from '#client/index.ts'
import { liveMode } from '#messages/organizations/live-mode.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { messages } from '#web/language.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { StatusPill } from '#web/ui/text/status.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { useMembership } from '../membership.ts'
import { refusedText } from '../refusal.ts'

const t = messages(liveMode)

type Readiness = Operations['live-mode:get']['answer']
type CheckName = Readiness['checks'][number]['name']

/** Where a check is done; the others are the operator's. */
const placeOf: { readonly [Name in CheckName]?: string } = {
  business_details: 'settings/business',
  statement_name: 'settings/business',
  taxes: 'settings/taxes',
  outside_access: 'benefits/grants?state=granted',
}

/** The requirements that are left before the organization takes real money, and the step itself. */
export default function LiveModePage() {
  const { organization } = useMembership()
  const readiness = useQuery(apiQuery('organizations', 'liveMode', { organizationId: organization.id }))
  return (
    <SettingsFrame head={<PageHeader lead={t('lead')} title={t('title')} />}>
      <QueryContent query={readiness}>{(found) => (found.mode === 'live' ? <Live /> : <Checks readiness={found} />)}</QueryContent>
    </SettingsFrame>
  )
}

function Live() {
  return (
    <Card>
      <CardBody>
        <div className="grid justify-items-start gap-6">
          <StatusPill tone="good">{t('live')}</StatusPill>
          <Text as="p" size="label" tone="muted">
            {t('liveText')}
          </Text>
        </div>
      </CardBody>
    </Card>
  )
}

function Checks({ readiness }: { readiness: Readiness }) {
  const { organization, may } = useMembership()
  const [isOpen, setIsOpen] = useState(false)
  const mayGo = may({ organization: ['update'] })
  return (
    <SettingsGroup text={t('checksText')} title={t('checks')}>
      <Card>
        <CardBody>
          <ul className="grid gap-16">
            {readiness.checks.map(({ name, isDone }) => (
              <Check isDone={isDone} key={name} name={name} />
            ))}
          </ul>
        </CardBody>
        <CardFoot>
          <Button disabled={!readiness.isReady || !mayGo} onClick={() => setIsOpen(true)} variant="danger">
            {t('go')}
          </Button>
          {!mayGo && <span className="min-w-0 flex-1">{t('notAllowed')}</span>}
        </CardFoot>
      </Card>
      {isOpen && <GoLiveDialog name={organization.name} onClose={() => setIsOpen(false)} organizationId={organization.id} />}
    </SettingsGroup>
  )
}

function Check({ name, isDone }: { name: CheckName; isDone: boolean }) {
  const { organization } = useMembership()
  const place = placeOf[name]
  return (
    <li className="flex items-start justify-between gap-16">
      <div className="grid min-w-0 gap-2">
        <span className="text-label font-strong">{t(`names.${name}`)}</span>
        <span className="text-caption text-muted">
          {t(`texts.${name}`)}{' '}
          {place !== undefined && !isDone && (
            <a className={`${linkClass} underline`} href={`/dashboard/${organization.slug}/${place}`}>
              {t(`links.${name as keyof typeof liveMode.links}`)}
            </a>
          )}
        </span>
      </div>
      <span className="flex-none">
        <StatusPill tone={isDone ? 'good' : 'warn'}>{t(isDone ? 'done' : 'open')}</StatusPill>
      </span>
    </li>
  )
}

/** The refusals of this step that have a sentence of their own. */
const texts: Readonly<Record<string, 'notReady' | 'unsettled'>> = { NotReady: 'notReady', PaymentsUnsettled: 'unsettled' }

function GoLiveDialog({ organizationId, name, onClose }: { organizationId: string; name: string; onClose: () => void }) {
  const activate = useAction(client.organizations.activateLiveMode, ['organizations'])
  const [isStale, setIsStale] = useState(false)
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const confirm = async () => {
    setWasSent(isStale)
    const result = await activate.run(organizationId, { confirmation: name, ...(isStale && { password }) })
    if (result?.error?.code === 'SessionExpired') setIsStale(true)
    if (result?.error !== null) return
    toast(t('activated', { organization: name }))
    // A full page load clears the test data that every page has cached.
    location.reload()
  }
  const own = texts[activate.error?.code ?? '']
  const refusal = activate.error === null ? undefined : own === undefined ? refusedText(activate.error) : t(own)
  return (
    <DangerDialog
      busy={activate.busy}
      confirmLabel={t('go')}
      error={isStale ? undefined : refusal}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('goTitle', { organization: name })}
      word={name}
    >
      <p>{t('goText')}</p>
      <p>{t('removed')}</p>
      <p>{t('stays')}</p>
      {isStale && (
        <Field error={wasSent ? refusal : undefined} hint={t('stale')} label={t('password')} required>
          <PasswordInput
            autoComplete="current-password"
            name="password"
            onChange={(event) => setPassword(event.target.value)}
            value={password}
          />
        </Field>
      )}
    </DangerDialog>
  )
}
