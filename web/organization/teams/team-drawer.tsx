import { useId, useState } from 'react'
import type { MemberWithUser, Team } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { useAction } from '#web/api.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Row, Rows } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled } from '#web/ui/inputs/rules.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { organizations, refreshOrganization } from '../client.ts'
import { MemberIdentity } from '../member-identity.tsx'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'

/** One team: its name and its members; renames it, adds and removes members. */
export function TeamDrawer(props: { team: Team; onClose: () => void; onRemove: (() => void) | undefined }) {
  const { team, onClose, onRemove } = props
  const { may } = useMembership()
  const id = useId()
  const mayRename = may({ team: ['update'] })
  const rename = useRename(team)
  return (
    <Drawer
      foot={
        (mayRename || onRemove !== undefined) && (
          <>
            <span>
              {onRemove !== undefined && (
                <Button variant="danger" onClick={onRemove}>
                  {t('teams.remove')}
                </Button>
              )}
            </span>
            {mayRename && (
              <Button busy={rename.busy} disabled={rename.values.name.trim() === team.name} form={id} variant="primary" type="submit">
                {t('teams.save')}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
      open
      title={team.name}
    >
      {mayRename && (
        <AppForm {...rename.props} id={id} saveKey>
          <Field {...rename.field('name')} label={t('teams.name')} required>
            <TextInput {...rename.text('name')} autoComplete="off" maxLength={255} />
          </Field>
          <FormFailure text={rename.failure} />
        </AppForm>
      )}
      <TeamMembers team={team} />
      <DescriptionList
        items={[
          [t('teams.created'), <Time as="day" at={team.createdAt} key="created" />],
          [t('teams.id'), <Id key="id" name={t('teams.id')} value={team.id} />],
        ]}
      />
    </Drawer>
  )
}

function useRename(team: Team) {
  const update = useAction(organizations.updateTeam)
  return useForm({
    initial: { name: team.name },
    rules: { name: filled(t('teams.nameMissing')) },
    refusals: { paths: { 'data.name': 'name' }, text: refusedText },
    send: ({ name }) => update.run({ teamId: team.id, data: { name: name.trim(), organizationId: team.organizationId } }),
    onDone: async (_, { name }) => {
      await refreshOrganization()
      toast(t('teams.renamed', { name: name.trim() }))
    },
  })
}

function TeamMembers({ team }: { team: Team }) {
  const { organization, me, may } = useMembership()
  const move = useAction(organizations.setMemberTeam)
  // The list shows the change; screen readers get an announcement.
  const [announcement, setAnnouncement] = useState('')
  const mayMove = may({ member: ['update'] })
  const inside = organization.members.filter(({ teamId }) => teamId === team.id)
  const outside = organization.members.filter(({ teamId }) => teamId !== team.id)
  const moveMember = async (member: MemberWithUser, teamId: string | null) => {
    const result = await move.run({ organizationId: organization.id, memberId: member.id, teamId })
    if (result === null) return
    await refreshOrganization()
    const { name } = member.user
    if (result.error !== null) return toast(refusedText(result.error), { bad: true })
    setAnnouncement(teamId === null ? t('members.outOfTeam', { name }) : t('members.inTeam', { name, team: team.name }))
  }
  return (
    <section className="grid min-w-0 gap-8">
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <h3 className="text-label font-strong">
        {t('teams.members')} <span className="font-regular text-muted tabular-nums">{inside.length}</span>
      </h3>
      {inside.length === 0 ? (
        <p className="text-label text-muted">{t('teams.empty')}</p>
      ) : (
        <div className="rounded-well border border-edge">
          <Rows>
            {inside.map((member) => (
              <Row key={member.id}>
                <span className="min-w-0 flex-1">
                  <MemberIdentity isMe={member.id === me.id} user={member.user} />
                </span>
                {mayMove && (
                  <IconButton
                    disabled={move.busy}
                    icon={CloseIcon}
                    label={t('teams.removeMember', { name: member.user.name })}
                    onClick={() => void moveMember(member, null)}
                    pull="right"
                  />
                )}
              </Row>
            ))}
          </Rows>
        </div>
      )}
      {mayMove && outside.length > 0 && (
        <Field hint={t('teams.addHint')} label={t('teams.add')}>
          <Select
            disabled={move.busy}
            onChange={(event) => {
              const member = outside.find(({ id }) => id === event.currentTarget.value)
              if (member !== undefined) void moveMember(member, team.id)
            }}
            value=""
          >
            <option value="">{t('teams.choose')}</option>
            {outside.map(({ id, user }) => (
              <option key={id} value={id}>
                {user.name} ({shownEmail(user.email)})
              </option>
            ))}
          </Select>
        </Field>
      )}
    </section>
  )
}
