import type { impersonation as en } from '../../en/admin/impersonation.ts'
import type { Messages } from '../../translator.ts'

/** The messages of an impersonation session, on every page. */
export const impersonation: Messages<typeof en> = {
  label: 'Stellvertretung',
  acting: 'Sie vertreten {{name}} ({{email}})',
  actingNamed: '{{you}}, Sie vertreten {{name}} ({{email}})',
  short: 'Vertretung von {{name}}',
  until: 'bis {{time}}',
  stop: 'Beenden',
  stopping: 'Vertretung von {{name}} beenden',
  refusedTitle: 'Nur {{name}} kann dies tun',
  refused: {
    email: 'Während einer Stellvertretung können Sie die E-Mail-Adresse nicht ändern.',
    security: 'Während einer Stellvertretung können Sie das Passwort nicht ändern.',
    connections: 'Während einer Stellvertretung können Sie keine Anmeldemethoden verknüpfen oder trennen.',
    danger:
      'Während einer Stellvertretung können Sie das Konto nicht löschen. Entfernen Sie den Benutzer stattdessen unter Administration.',
  },
}
