import { useState } from 'react'
import type { Invitation } from '#client/index.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { arrayRows } from '#web/shell/list/auth-sources.ts'
import type { ListActions } from '#web/shell/list/resource-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { EnvelopeIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { organizations } from '../client.ts'
import { t } from '../messages.ts'
import { DestructiveActionDialog } from '../settings/destructive-action-dialog.tsx'
import { type SettingsPlace, settingsList } from '../settings-list.ts'
import { invitationFilters } from './invitation.list.ts'
import { InvitationDrawer } from './invitation-drawer.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { Inviter, nameOfInviter } from './inviter.tsx'
import { type InvitationState, stateOf, states } from './states.ts'
import { InvitationStatus } from './status.tsx'
import { useInvitationActions } from './use-invitation-actions.ts'

/** All invitations and their states; `/new` opens the invite drawer, `/<id>` one invitation. */
export default settingsList({
  name: 'settings/invitations',
  source: arrayRows({ key: ['organization', 'invitations'], call: organizations.listInvitations }),
  kinds: invitationFilters,
  title: () => t('invitations.title'),
  lead: () => t('invitations.description'),
  searchLabel: () => t('invitations.search'),
  filters: () => ({
    status: {
      label: () => t('invitations.status'),
      options: () => states.map((value) => ({ value, label: t(`invitations.states.${value}`) })),
    },
  }),
  queryOf: ({ status }, search, { place }) => ({
    organizationId: place.membership.organization.id,
    search,
    state: status as InvitationState[] | undefined,
  }),
  columns: [
    { id: 'email', head: () => t('invitations.email'), cell: ({ email }) => email },
    { id: 'status', head: () => t('invitations.status'), cell: (each) => <InvitationStatus invitation={each} /> },
    {
      id: 'role',
      head: () => t('members.role'),
      narrow: 'second',
      optional: true,
      cell: ({ role }) => (
        <span className="block max-w-160 truncate" title={rolesText(role)}>
          {rolesText(role)}
        </span>
      ),
    },
    {
      id: 'by',
      head: () => t('invitations.by'),
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ inviterId }) => <Inviter id={inviterId} />,
    },
    {
      id: 'expires',
      head: () => t('invitations.expires'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ status, expiresAt }) => (status === 'pending' ? <Time at={expiresAt} /> : '—'),
    },
  ],
  nameOf: ({ email }) => email,
  csv: ({ membership: { organization } }) => ({
    name: `${organization.slug}-invitations`,
    columns: [
      [t('invitations.email'), ({ email }) => email],
      [t('invitations.status'), (each) => stateOf(each, new Date())],
      [t('members.roles'), ({ role }) => role],
      [t('invitations.by'), ({ inviterId }) => nameOfInviter(organization, inviterId)],
      [t('invitations.expires'), ({ expiresAt }) => expiresAt],
    ],
  }),
  noMatches: () => t('invitations.noMatches'),
  empty: ({ action }) => (
    <Empty action={action} icon={EnvelopeIcon} text={t('invitations.emptyText')} title={t('invitations.emptyTitle')} />
  ),
  useActions,
})

function useActions({ id, open, membership: { may } }: SettingsPlace, invitations: readonly Invitation[]): ListActions<Invitation> {
  const [canceling, setCanceling] = useState<Invitation | null>(null)
  const itemsOf = useInvitationActions(setCanceling)
  const mayInvite = may({ invitation: ['create'] })
  const selected = invitations.find((each) => each.id === id)
  return {
    itemsOf,
    create: mayInvite
      ? { id: 'invitation-new', label: t('invitations.invite'), icon: PlusIcon, run: () => open('new'), shortcut: 'c' }
      : undefined,
    overlays: (
      <>
        {id === 'new' && mayInvite && <InviteDrawer onClose={() => open(undefined)} />}
        {selected !== undefined && canceling === null && (
          <InvitationDrawer actions={itemsOf(selected)} invitation={selected} onClose={() => open(undefined)} />
        )}
        {canceling !== null && <CancelDialog invitation={canceling} onClose={() => setCanceling(null)} />}
      </>
    ),
  }
}

function CancelDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { email } = invitation
  return (
    <DestructiveActionDialog
      confirmLabel={t('invitations.cancel')}
      body={{ invitationId: invitation.id }}
      call={organizations.cancelInvitation}
      onClose={onClose}
      title={t('invitations.cancelTitle', { email })}
      successMessage={t('invitations.canceled', { email })}
    >
      <p>{t('invitations.cancelText')}</p>
    </DestructiveActionDialog>
  )
}
