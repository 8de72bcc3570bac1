import { useId, useState } from 'react'
import type { Team } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { organizations, refreshOrganization } from '../client.ts'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { DestructiveActionDialog } from '../settings/destructive-action-dialog.tsx'

/** Creates a team; `onCreated` opens it to add members. */
export function CreateTeamDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { organization } = useMembership()
  const { translate } = useLanguage()
  const id = useId()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<{ readonly text: string } | null>(null)
  const create = useAction(organizations.createTeam)
  const submit = async () => {
    if (name.trim() === '') return setFault({ text: t('teams.nameMissing') })
    const result = await create.run({ organizationId: organization.id, name: name.trim() })
    if (result === null) return
    if (result.error !== null) return setFault({ text: refusedText(result.error) })
    await refreshOrganization()
    onCreated(result.data.id)
  }
  return (
    <Dialog
      busy={create.busy}
      foot={
        <>
          <Button disabled={create.busy} onClick={onClose}>
            {translate('cancel')}
          </Button>
          <Button busy={create.busy} form={id} variant="primary" type="submit">
            {t('teams.create')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('teams.new')}
    >
      <Form busy={create.busy} faults={fault} id={id} onSubmit={() => void submit()}>
        <Field error={fault?.text} hint={t('teams.nameHint')} label={t('teams.name')} required>
          <TextInput
            autoComplete="off"
            maxLength={255}
            onChange={(event) => setName(event.currentTarget.value)}
            ref={firstField}
            value={name}
          />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Confirms and removes a team. The dialog says what happens to its members. */
export function RemoveTeamDialog({ team, onClose, onDone }: { team: Team; onClose: () => void; onDone: () => void }) {
  const { organization } = useMembership()
  return (
    <DestructiveActionDialog
      confirmLabel={t('teams.remove')}
      body={{ organizationId: organization.id, teamId: team.id }}
      call={organizations.removeTeam}
      onClose={onClose}
      onDone={onDone}
      title={t('teams.removeTitle', { name: team.name })}
      successMessage={t('teams.removed', { name: team.name })}
    >
      <p>{t('teams.removeText')}</p>
    </DestructiveActionDialog>
  )
}
