import type { FullOrganization, OrganizationAuditEntry } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { t } from './messages.ts'

/** Looks up the names of users and teams by their ids. */
export interface Names {
  readonly user: (userId: string) => string | undefined
  readonly team: (id: string) => string | undefined
}

/** The names in an organization of now. */
export const namesOf = ({ members, teams }: Pick<FullOrganization, 'members' | 'teams'>): Names => ({
  user: (userId) => members.find((member) => member.userId === userId)?.user.name,
  team: (teamId) => teams.find(({ id }) => id === teamId)?.name,
})

/** An audit entry as a sentence. */
export function entrySentence({ action, details, target, user: affectedUser }: OrganizationAuditEntry, names: Names): string {
  const text = (key: string) => (typeof details[key] === 'string' ? String(details[key]) : undefined)
  const userId = text('user')
  const teamId = text('team')
  const [from, to, role] = [text('from'), text('to'), text('role')].map((value) => (value === undefined ? '' : rolesText(value)))
  const values = {
    id: target?.id ?? '',
    email: shownEmail(text('email') ?? ''),
    name:
      text('name') ??
      (userId === undefined ? undefined : (names.user(userId) ?? (affectedUser?.id === userId ? affectedUser.name : null))) ??
      t('aUser'),
    team: (teamId === undefined ? undefined : names.team(teamId)) ?? t('aTeam'),
    from: from ?? '',
    to: to ?? '',
    role: role ?? '',
    reason: text('reason') ?? '',
    number: text('number') ?? '',
    order: text('order') ?? '',
    product: text('product') ?? '',
    fromProduct: text('fromProduct') ?? '',
  }
  const key = kindOf(action, details)
  // The product of a checkout, the name of a token, the URL of a webhook, the label of a checkout link. Not every entry has one.
  const subject = text('product') ?? text('comment') ?? text('url') ?? text('label')
  const named = subject === undefined || subject === '' ? undefined : t.find(`named.${key}`, { ...values, subject })
  return named ?? t.find(`actions.${key}`, values) ?? t('other', { action })
}

function kindOf(action: string, details: OrganizationAuditEntry['details']): string {
  if (action === 'organization.updated' && 'nameBefore' in details) return 'organization.renamed'
  if (action !== 'member.updated' || !('team' in details)) return action
  return typeof details['team'] === 'string' ? 'member.moved' : 'member.unmoved'
}

/** The actor of an entry; during an impersonation, both users. */
export function actorName({ actor }: OrganizationAuditEntry): string {
  const name = nameOf(actor)
  const by = actor.impersonatedBy
  return by === null ? name : t('as', { administrator: by.name ?? (by.email && shownEmail(by.email)) ?? t('formerUser'), name })
}

function nameOf({ type, name, email }: OrganizationAuditEntry['actor']): string {
  if (type !== 'person') return name ?? t(`program.${type}`)
  return name ?? (email && shownEmail(email)) ?? t('formerUser')
}
