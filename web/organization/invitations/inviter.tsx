import type { FullOrganization } from '#client/index.ts'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'

/** The name of the member who sent an invitation, or that it was a former one. */
export const nameOfInviter = ({ members }: Pick<FullOrganization, 'members'>, id: string): string =>
  members.find(({ userId }) => userId === id)?.user.name ?? t('invitations.formerMember')

/** The member who sent an invitation. */
export function Inviter({ id }: { id: string }) {
  return <span className="block max-w-160 truncate">{nameOfInviter(useMembership().organization, id)}</span>
}
