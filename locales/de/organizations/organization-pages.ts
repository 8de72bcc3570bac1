import type { organizationPages as en } from '../../en/organizations/organization-pages.ts'
import type { Messages } from '../../translator.ts'

/** The names of the pages in the organization settings. The command palette uses them too. */
export const organizationPages: Messages<typeof en> = {
  title: 'Einstellungen',
  organization: 'Organisation',
  back: 'Zurück zu {{name}}',
  general: 'Allgemein',
  members: 'Mitglieder',
  teams: 'Teams',
  invitations: 'Einladungen',
  roles: 'Rollen',
  selling: 'Verkauf',
  business: 'Unternehmen',
  billingRules: 'Abrechnungsregeln',
  invoices: 'Rechnungen',
  payments: 'Zahlungen',
  taxes: 'Steuern',
  checkoutLook: 'Aussehen der Zahlungsseite',
  liveMode: 'Livebetrieb',
  auditLog: 'Protokoll',
  danger: 'Verlassen oder löschen',
}
