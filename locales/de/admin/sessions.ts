import type { adminSessions as en } from '../../en/admin/sessions.ts'
import type { Messages } from '../../translator.ts'

/** Every session, on the admin pages. */
export const adminSessions: Messages<typeof en> = {
  title: 'Sitzungen',
  user: 'Benutzer',
  kind: 'Art',
  browser: 'Browser',
  ipAddress: 'IP-Adresse',
  created: 'Erstellt',
  seen: 'Zuletzt gesehen',
  direct: 'Direkt',
  impersonation: 'Stellvertretung',
  meanings: {
    direct: 'Der Benutzer hat sich angemeldet.',
    impersonation: 'Ein Administrator ist als dieser Benutzer angemeldet.',
  },
  unknownBrowser: 'Unbekannter Browser',
  noIpAddress: 'unbekannt',
  noMatches: 'Keine Sitzungen entsprechen diesen Filtern.',
  emptyTitle: 'Keine aktiven Sitzungen',
  emptyText: 'Hier erscheinen alle angemeldeten Browser und Anwendungen.',
  ofUser: 'Benutzer',
  open: 'Benutzer öffnen',
  revoke: 'Abmelden …',
  copyId: 'ID kopieren',
  idCopied: 'ID kopiert',
  revokeTitle: '{{name}} abmelden?',
  revokeText: '{{browser}} wird sofort abgemeldet. Eine neue Anmeldung ist möglich.',
  revokeOwn: 'Dies ist Ihre aktuelle Sitzung: Auch Sie werden abgemeldet.',
  revokeAction: 'Abmelden',
  revoked: '{{name}} wurde abgemeldet',
}
