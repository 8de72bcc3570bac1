import type { Team } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { organizations, refreshOrganization } from '../client.ts'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { DestructiveActionDialog } from '../settings/destructive-action-dialog.tsx'

/** Creates a team; `onCreated` opens it to add members. */
export function CreateTeamDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { organization } = useMembership()
  const create = useAction(organizations.createTeam)
  const form = useForm({
    initial: { name: '' },
    rules: { name: filled(t('teams.nameMissing')) },
    refusals: { text: refusedText },
    send: ({ name }) => create.run({ organizationId: organization.id, name: name.trim() }),
    onDone: async ({ id }) => {
      await refreshOrganization()
      onCreated(id)
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} size="small" submitLabel={t('teams.create')} title={t('teams.new')}>
      <Field {...form.field('name')} hint={t('teams.nameHint')} label={t('teams.name')} required>
        <TextInput {...form.text('name')} autoComplete="off" maxLength={255} />
      </Field>
    </FormDialog>
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
