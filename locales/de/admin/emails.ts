import type { adminEmails as en } from '../../en/admin/emails.ts'
import type { Messages } from '../../translator.ts'

/** Previews of the emails that Guildhall sends, with sample values. */
export const adminEmails: Messages<typeof en> = {
  title: 'E-Mails',
  description:
    'Alle E-Mails, die Guildhall sendet, mit Beispieldaten. Auf einem Entwicklungsserver zeigt dessen Posteingang die gesendeten E-Mails.',
  descriptionCustomers: 'Die E-Mails, die Kunden in dieser Sprache bekommen, mit Beispieldaten.',
  name: 'E-Mail',
  subject: 'Betreff',
  language: 'Sprache',
  light: 'Hell',
  dark: 'Dunkel',
  text: 'Nur Text',
  frame: '{{subject}}, {{scheme}}',
}
