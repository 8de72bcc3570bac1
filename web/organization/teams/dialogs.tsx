import { useId, useState } from 'react'
import type { Team } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { organizations, renewOrganization } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { Ending } from '../settings/ending.tsx'
import { useStanding } from '../standing.ts'

/** Makes a team; `onMade` opens it, where people are put into it. */
export function NewTeamDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const { organization } = useStanding()
  const { say } = useLanguage()
  const id = useId()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<{ readonly text: string } | null>(null)
  const create = useAct(organizations.createTeam)
  const submit = async () => {
    if (name.trim() === '') return setFault({ text: t('teams.nameMissing') })
    const result = await create.run({ organizationId: organization.id, name: name.trim() })
    if (result === null) return
    if (result.error !== null) return setFault({ text: refusedText(result.error) })
    await renewOrganization()
    onMade(result.data.id)
  }
  return (
    <Dialog
      busy={create.busy}
      foot={
        <>
          <Button disabled={create.busy} onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button busy={create.busy} form={id} look="primary" type="submit">
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

/** Removes a team, after saying what becomes of those in it. */
export function TeamRemoval({ team, onClose, onDone }: { team: Team; onClose: () => void; onDone: () => void }) {
  const { organization } = useStanding()
  return (
    <Ending
      act={t('teams.remove')}
      body={{ organizationId: organization.id, teamId: team.id }}
      call={organizations.removeTeam}
      onClose={onClose}
      onDone={onDone}
      title={t('teams.removeTitle', { name: team.name })}
      told={t('teams.removed', { name: team.name })}
    >
      <p>{t('teams.removeText')}</p>
    </Ending>
  )
}
