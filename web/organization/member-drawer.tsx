import { useState } from 'react'
import type { MemberWithUser } from '#client/index.ts'
import { rolesOf } from '#contract/access.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { organizations, refreshOrganization } from './client.ts'
import { useMembership } from './membership.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import { RolePicker } from './role-picker.tsx'

/**
 * One member: roles, team, join date and removal. `onRoles` changes the roles, or asks for confirmation and resolves to false; then the
 * drawer stays open.
 */
export function MemberDrawer(props: {
  member: MemberWithUser
  onClose: () => void
  onRoles: (member: MemberWithUser, role: string) => Promise<boolean>
  onRemove: (() => void) | undefined
  /** Hidden behind a confirmation dialog; the selection is preserved. */
  hidden: boolean
}) {
  const { member, onClose, onRoles, onRemove } = props
  const { organization, me, may, mayAssign, isOnlyOwner } = useMembership()
  const [chosen, setChosen] = useState<readonly string[]>(() => rolesOf(member.role))
  const [teamId, setTeamId] = useState(member.teamId ?? '')
  const move = useAction(organizations.setMemberTeam)
  const mayChange = may({ member: ['update'] })
  const mayMove = mayChange && rolesOf(member.role).every(mayAssign)
  const isReadOnly = !mayMove || isOnlyOwner(member)
  const isChanged = chosen.length > 0 && [...chosen].sort().join() !== [...rolesOf(member.role)].sort().join()
  const isMoved = teamId !== (member.teamId ?? '')
  const save = async () => {
    if (isMoved) {
      const result = await move.run({ organizationId: organization.id, memberId: member.id, teamId: teamId || null })
      if (result === null) return
      await refreshOrganization()
      if (result.error !== null) return toast(refusedText(result.error), { bad: true })
      const team = organization.teams.find(({ id }) => id === teamId)?.name
      const { name } = member.user
      toast(team === undefined ? t('members.outOfTeam', { name }) : t('members.inTeam', { name, team }))
    }
    if (!isChanged || (await onRoles(member, chosen.join(',')))) onClose()
  }
  return (
    <Drawer
      foot={
        <>
          <span>
            {onRemove !== undefined && (
              <Button variant="danger" onClick={onRemove}>
                {member.id === me.id ? t('danger.leaveAction') : t('members.removeAction')}
              </Button>
            )}
          </span>
          {mayChange && (
            <Button busy={move.busy} disabled={!(isChanged || isMoved)} variant="primary" onClick={() => void save()}>
              {t('members.save')}
            </Button>
          )}
        </>
      }
      lead={<p className="text-label [overflow-wrap:anywhere] text-muted">{shownEmail(member.user.email)}</p>}
      onClose={onClose}
      open={!props.hidden}
      title={member.user.name}
    >
      {isOnlyOwner(member) && <Banner tone="info">{t('members.onlyOwnerText')}</Banner>}
      <RolePicker
        chosen={chosen}
        disabled={isReadOnly}
        error={chosen.length === 0 ? t('members.noRole') : undefined}
        label={t('members.roles')}
        onChange={setChosen}
      />
      {organization.teams.length > 0 && (
        <Field label={t('members.team')}>
          <Select disabled={!mayMove || move.busy} onChange={(event) => setTeamId(event.currentTarget.value)} value={teamId}>
            <option value="">{t('members.noTeam')}</option>
            {organization.teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <DescriptionList
        items={[
          [t('members.joined'), <Time as="day" at={member.createdAt} key="joined" />],
          [t('members.id'), <Id key="id" name={t('members.id')} value={member.id} />],
        ]}
      />
    </Drawer>
  )
}
