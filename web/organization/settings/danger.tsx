import { type ReactNode, useState } from 'react'
import { useAct } from '#web/api.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { organizations } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { LeavingDialog } from '../removal-dialog.tsx'
import { useStanding } from '../standing.ts'
import { usePlace } from '../use-place.ts'

/** Leaving the organization, and deleting it with all that belongs to it. */
export default function Danger() {
  const { organization, me, may, isOnlyOwner } = useStanding()
  const { roomOf } = usePlace()
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null)
  const [mustStay, mayDelete] = [isOnlyOwner(me), may({ organization: ['delete'] })]
  return (
    <SettingsFrame head={<PageHeader lead={t('danger.lead')} title={t('danger.title')} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
        <Weighty
          act={t('danger.leaveAct')}
          disabled={mustStay}
          onAct={() => setAsking('leave')}
          text={t('danger.leaveText')}
          title={t('danger.leave', { organization: organization.name })}
          why={
            mustStay && (
              <>
                {t('danger.onlyOwner')}{' '}
                <a className={`${linkClass} underline`} href={roomOf('members')}>
                  {t('danger.toMembers')}
                </a>
              </>
            )
          }
        />
        <Weighty
          act={t('danger.deleteAct')}
          disabled={!mayDelete}
          onAct={() => setAsking('delete')}
          text={t('danger.deleteText')}
          title={t('danger.delete', { organization: organization.name })}
          why={!mayDelete && t('danger.notAllowed')}
        />
      </div>
      {asking === 'leave' && <LeavingDialog onClose={() => setAsking(null)} />}
      {asking === 'delete' && <DeletionDialog onClose={() => setAsking(null)} />}
    </SettingsFrame>
  )
}

function Weighty(props: { title: string; text: string; act: string; why: ReactNode; disabled: boolean; onAct: () => void }) {
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
        <Button disabled={props.disabled} look="danger" onClick={props.onAct}>
          {props.act}
        </Button>
        {props.why && <span className="min-w-0 flex-1">{props.why}</span>}
      </CardFoot>
    </Card>
  )
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useStanding()
  const remove = useAct(organizations.delete)
  const confirm = async () => {
    const result = await remove.run({ organizationId: organization.id })
    // A new page: nothing of the organization stays in this one.
    if (result?.error === null) location.replace('/dashboard')
  }
  return (
    <DangerDialog
      act={t('danger.deleteAct')}
      busy={remove.busy}
      error={remove.error === null ? undefined : refusedText(remove.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('danger.deleteTitle', { organization: organization.name })}
      word={organization.name}
    >
      <p>{t('danger.deleteConfirm', { members: organization.members.length })}</p>
    </DangerDialog>
  )
}
