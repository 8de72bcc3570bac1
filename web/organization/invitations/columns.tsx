import type { Invitation } from '#client/index.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import type { Column } from '#web/ui/display/table.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from '../messages.ts'
import { stateOf, tones } from './states.ts'

/** The columns of the list of invitations at `now`. `nameOf` returns the name of a member by user id. */
export function columnsOf(now: Date, nameOf: (userId: string) => string | undefined): readonly Column<Invitation>[] {
  return [
    { id: 'email', head: t('invitations.email'), cell: ({ email }) => email },
    {
      id: 'status',
      head: t('invitations.status'),
      cell: (each) => <Status tone={tones[stateOf(each, now)]}>{t(`invitations.states.${stateOf(each, now)}`)}</Status>,
    },
    {
      id: 'role',
      head: t('members.role'),
      narrow: 'hide',
      cell: ({ role }) => (
        <span className="block max-w-160 truncate" title={rolesText(role)}>
          {rolesText(role)}
        </span>
      ),
    },
    {
      id: 'by',
      head: t('invitations.by'),
      quiet: true,
      narrow: 'hide',
      cell: ({ inviterId }) => <span className="block max-w-160 truncate">{nameOf(inviterId) ?? t('invitations.formerMember')}</span>,
    },
    {
      id: 'expires',
      head: t('invitations.expires'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: (each) => (each.status === 'pending' ? <Time at={each.expiresAt} /> : '—'),
    },
  ]
}
