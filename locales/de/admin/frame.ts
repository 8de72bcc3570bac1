import type { adminFrame as en } from '../../en/admin/frame.ts'
import type { Messages } from '../../translator.ts'

/** The navigation of the admin pages, and the messages that they share. */
export const adminFrame: Messages<typeof en> = {
  title: 'Administration',
  back: 'Zurück zu {{name}}',
  backHome: 'Zurück zum Dashboard',
  pages: {
    health: 'Zustand',
    users: 'Benutzer',
    sessions: 'Sitzungen',
    organizations: 'Organisationen',
    audit: 'Protokoll',
    payouts: 'Auszahlungen',
    jobs: 'Jobs',
    events: 'Ereignisse',
    webhooks: 'Webhooks',
    emails: 'E-Mails',
  },
  groups: {
    people: 'Personen',
    system: 'System',
  },
}
