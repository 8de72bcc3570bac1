import type { adminOrganizations as en } from '../../en/admin/organizations.ts'
import type { Messages } from '../../translator.ts'

/** Every organization, on the admin pages. */
export const adminOrganizations: Messages<typeof en> = {
  title: 'Organisationen',
  count_one: '{{count}} Organisation',
  count_other: '{{count}} Organisationen',
  name: 'Organisation',
  slug: 'Slug',
  members: 'Mitglieder',
  created: 'Erstellt',
  search: 'Name oder Slug',
  noMatches: 'Keine Organisationen entsprechen dieser Suche.',
  emptyTitle: 'Noch keine Organisationen',
  emptyText: 'Organisationen erscheinen hier, wenn Benutzer sie erstellen.',
  open: 'Öffnen',
  copyId: 'ID kopieren',
  idCopied: 'ID kopiert',
  audit: 'Protokoll',
  events: 'Ereignisse',
  seeEvents: 'Ereignisse anzeigen',
  teams: 'Teams',
  invitations: 'Ausstehende Einladungen',
  noMembers: 'Keine Mitglieder.',
  noEntries: 'Noch keine Einträge.',
  showMembers: '{{count}} anzeigen',
  more_one: 'und {{count}} weitere',
  more_other: 'und {{count}} weitere',
  openDashboard: 'Dashboard öffnen',
}
