import type { OrganizationAuditEntry } from '#client/index.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { t } from './messages.ts'

/** Names of what entries know by id: people by their user ids, teams by theirs. */
export interface Names {
  readonly person: (userId: string) => string | undefined
  readonly team: (id: string) => string | undefined
}

/** What was done, in a sentence. */
export function toldOf({ action, details, target, user: person }: OrganizationAuditEntry, names: Names): string {
  const text = (key: string) => (typeof details[key] === 'string' ? String(details[key]) : undefined)
  const user = text('user')
  const team = text('team')
  const [from, to, role] = [text('from'), text('to'), text('role')].map((value) => (value === undefined ? '' : rolesText(value)))
  const values = {
    id: target?.id ?? '',
    email: text('email') ?? '',
    name:
      text('name') ??
      (user === undefined ? undefined : (names.person(user) ?? (person?.id === user ? person.name : null))) ??
      t('somebody'),
    team: (team === undefined ? undefined : names.team(team)) ?? t('aTeam'),
    from: from ?? '',
    to: to ?? '',
    role: role ?? '',
  }
  const key = kindOf(action, details)
  return t.find(`actions.${key}`, values) ?? t('other', { action })
}

function kindOf(action: string, details: OrganizationAuditEntry['details']): string {
  if (action === 'organization.updated' && 'nameBefore' in details) return 'organization.renamed'
  if (action !== 'member.updated' || !('team' in details)) return action
  return typeof details['team'] === 'string' ? 'member.moved' : 'member.unmoved'
}

/** Who did it, and as whom. */
export function whoOf({ actor }: OrganizationAuditEntry): string {
  const name = nameOf(actor)
  const by = actor.impersonatedBy
  return by === null ? name : t('as', { administrator: by.name ?? by.email ?? t('gone'), name })
}

function nameOf({ type, name, email }: OrganizationAuditEntry['actor']): string {
  if (type !== 'person') return name ?? t(`program.${type}`)
  return name ?? email ?? t('gone')
}
