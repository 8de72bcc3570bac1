import { type ReactNode, useState } from 'react'
import { useAction } from '#web/api.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { organizations } from '../client.ts'
import { useMembership } from '../membership.ts'
import { LeaveOrganizationDialog } from '../membership-dialogs.tsx'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { useSettingsNavigation } from '../use-settings-navigation.ts'

/** Leaves the organization, or deletes it with all its data. */
export default function Danger() {
  const { organization, me, may, isOnlyOwner } = useMembership()
  const { pageHref } = useSettingsNavigation()
  const [dialog, setDialog] = useState<'leave' | 'delete' | null>(null)
  const [mustStay, mayDelete] = [isOnlyOwner(me), may({ organization: ['delete'] })]
  return (
    <SettingsFrame head={<PageHeader lead={t('danger.description')} title={t('danger.title')} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
        <DangerCard
          label={t('danger.leaveAction')}
          disabled={mustStay}
          onClick={() => setDialog('leave')}
          text={t('danger.leaveText')}
          title={t('danger.leave', { organization: organization.name })}
          reason={
            mustStay && (
              <>
                {t('danger.onlyOwner')}{' '}
                <a className={`${linkClass} underline`} href={pageHref('members')}>
                  {t('danger.toMembers')}
                </a>
              </>
            )
          }
        />
        <DangerCard
          label={t('danger.deleteAction')}
          disabled={!mayDelete}
          onClick={() => setDialog('delete')}
          text={t('danger.deleteText')}
          title={t('danger.delete', { organization: organization.name })}
          reason={!mayDelete && t('danger.notAllowed')}
        />
      </div>
      {dialog === 'leave' && <LeaveOrganizationDialog onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteOrganizationDialog onClose={() => setDialog(null)} />}
    </SettingsFrame>
  )
}

function DangerCard(props: { title: string; text: string; label: string; reason: ReactNode; disabled: boolean; onClick: () => void }) {
  return (
    <Card>
      <CardBody>
        <div className="grid gap-2">
          <h2 className="text-label font-strong">{props.title}</h2>
          <Text as="p" size="label" tone="muted">
            {props.text}
          </Text>
        </div>
      </CardBody>
      <CardFoot>
        <Button disabled={props.disabled} variant="danger" onClick={props.onClick}>
          {props.label}
        </Button>
        {props.reason && <span className="min-w-0 flex-1">{props.reason}</span>}
      </CardFoot>
    </Card>
  )
}

function DeleteOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useMembership()
  const remove = useAction(organizations.delete)
  const [isStale, setIsStale] = useState(false)
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const confirm = async () => {
    setWasSent(isStale)
    const result = await remove.run({ organizationId: organization.id, keepBooks: true, ...(isStale && { password }) })
    // A full page load clears all cached data of the organization.
    if (result?.error === null) location.replace('/dashboard')
    else if (result?.error.code === 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION') setIsStale(true)
  }
  const refusal = remove.error === null ? undefined : refusedText(remove.error)
  return (
    <DangerDialog
      confirmLabel={t('danger.deleteAction')}
      busy={remove.busy}
      error={isStale ? undefined : refusal}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('danger.deleteTitle', { organization: organization.name })}
      word={organization.name}
    >
      <p>{t('danger.deleteConfirm', { members: organization.members.length })}</p>
      <p>{t('danger.books')}</p>
      {isStale && (
        <Field error={wasSent ? refusal : undefined} label={t('danger.password')} hint={t('danger.stale')} required>
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
