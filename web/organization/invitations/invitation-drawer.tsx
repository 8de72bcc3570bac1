import type { Invitation } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { stateOf } from './states.ts'
import { InvitationStatus } from './status.tsx'

/** One invitation with its actions, which narrow screens show only here. */
export function InvitationDrawer(props: { invitation: Invitation; actions: readonly MenuItem[]; onClose: () => void }) {
  const { invitation, actions, onClose } = props
  const { organization } = useMembership()
  const state = stateOf(invitation, new Date())
  const inviter = organization.members.find(({ userId }) => userId === invitation.inviterId)
  const team = organization.teams.find(({ id }) => id === invitation.teamId)
  const buttons = actions.flatMap((action) => (typeof action === 'object' && 'label' in action && !action.disabled ? [action] : []))
  return (
    <Drawer onClose={onClose} open title={shownEmail(invitation.email)}>
      <DescriptionList
        items={[
          [t('invitations.status'), <InvitationStatus invitation={invitation} key="state" />],
          [t('members.role'), rolesText(invitation.role)],
          team !== undefined && [t('members.team'), team.name],
          [t('invitations.by'), inviter?.user.name ?? t('invitations.formerMember')],
          [
            t(state === 'expired' ? 'invitations.expired' : 'invitations.expires'),
            <Time as="exact" at={invitation.expiresAt} key="expires" />,
          ],
          [t('invitations.id'), <Id key="id" name={t('invitations.id')} value={invitation.id} />],
        ]}
      />
      <div className="flex flex-wrap gap-8">
        {buttons.map(({ label, icon, danger, onSelect }) => (
          <Button icon={icon} key={label} variant={danger ? 'danger' : 'plain'} onClick={onSelect}>
            {label}
          </Button>
        ))}
      </div>
    </Drawer>
  )
}
