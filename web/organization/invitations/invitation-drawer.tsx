import type { Invitation } from '#client/index.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from '../messages.ts'
import { useStanding } from '../standing.ts'
import { stateOf, tones } from './states.ts'

/** One invitation with its acts, which narrow screens have nowhere else. */
export function InvitationDrawer(props: { invitation: Invitation; acts: readonly MenuItem[]; onClose: () => void }) {
  const { invitation, acts, onClose } = props
  const { organization } = useStanding()
  const state = stateOf(invitation, new Date())
  const inviter = organization.members.find(({ userId }) => userId === invitation.inviterId)
  const team = organization.teams.find(({ id }) => id === invitation.teamId)
  const buttons = acts.flatMap((act) => (typeof act === 'object' && 'label' in act && !act.disabled ? [act] : []))
  return (
    <Drawer onClose={onClose} open title={invitation.email}>
      <DescriptionList
        facts={[
          [
            t('invitations.status'),
            <Status key="state" tone={tones[state]}>
              {t(`invitations.states.${state}`)}
            </Status>,
          ],
          [t('members.role'), rolesText(invitation.role)],
          team !== undefined && [t('members.team'), team.name],
          [t('invitations.by'), inviter?.user.name ?? t('invitations.goneInviter')],
          [
            t(state === 'expired' ? 'invitations.expired' : 'invitations.expires'),
            <Time as="exact" at={invitation.expiresAt} key="expires" />,
          ],
          [t('invitations.id'), <Id key="id" name={t('invitations.id')} value={invitation.id} />],
        ]}
      />
      <div className="flex flex-wrap gap-8">
        {buttons.map(({ label, icon, danger, act }) => (
          <Button icon={icon} key={label} look={danger ? 'danger' : 'plain'} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
    </Drawer>
  )
}
