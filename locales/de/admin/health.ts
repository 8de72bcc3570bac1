import type { adminHealth as en } from '../../en/admin/health.ts'
import type { Messages } from '../../translator.ts'

/** The health of the platform, and how to fix problems. */
export const adminHealth: Messages<typeof en> = {
  title: 'Zustand',
  healthy: 'Alles in Ordnung',
  problems_one: '{{count}} Problem erfordert Aufmerksamkeit',
  problems_other: '{{count}} Probleme erfordern Aufmerksamkeit',
  waitingJobs: 'Jobs in der Warteschlange',
  dueNow_one: '{{count}} jetzt fällig',
  dueNow_other: '{{count}} jetzt fällig',
  failedJobs: 'Fehlgeschlagene Jobs',
  waitingEvents: 'Nicht zugestellte Ereignisse',
  oldest: 'ältestes',
  failingWebhooks: 'Gestörte Webhooks',
  waitingEmails: 'E-Mails in der Warteschlange',
  failedEmails_one: '{{count}} nicht gesendet',
  failedEmails_other: '{{count}} nicht gesendet',
  checks: 'Prüfungen',
  installation: {
    title: 'Installation',
    program: 'Guildhall',
    webBuild: 'Web-Build',
    schema: 'Schema',
    database: 'Datenbank',
    embedded: 'Eingebettetes PostgreSQL {{version}}',
    postgres: 'PostgreSQL {{version}}',
    size: 'Größe der Datenbank',
    free: 'Freier Speicherplatz',
  },
  queue: {
    name: 'Warteschlange',
    good: 'Jobs laufen pünktlich.',
    bad: 'Ein Job ist seit {{minutes}} überfällig. Prüfen Sie, ob ein Prozess mit der Rolle „worker“ läuft und die Datenbank erreicht, und sehen Sie in sein Log.',
    action: 'Jobs in der Warteschlange',
  },
  events: {
    name: 'Ereignisse',
    good: 'Ereignisse erreichen Empfänger und Webhooks sofort.',
    bad: 'Ein Ereignis ist seit {{minutes}} nicht zugestellt. Ein Empfänger ist gestört, oder kein Worker läuft: Sehen Sie in das Log des Workers.',
    action: 'Nicht zugestellte Ereignisse',
  },
  failed: {
    name: 'Fehlgeschlagene Jobs',
    good: 'Keine fehlgeschlagenen Jobs.',
    bad_one:
      '{{count}} Job ist nach dem letzten Versuch fehlgeschlagen. Lesen Sie den Fehler, beheben Sie die Ursache und starten Sie ihn erneut.',
    bad_other:
      '{{count}} Jobs sind nach dem letzten Versuch fehlgeschlagen. Lesen Sie die Fehler, beheben Sie die Ursache und starten Sie sie erneut.',
    action: 'Fehlgeschlagene Jobs',
  },
  webhooks: {
    name: 'Webhooks',
    good: 'Alle Endpunkte nehmen ihre Zustellungen an.',
    bad_one:
      '{{count}} Endpunkt weist Zustellungen ab. Sein Händler sieht die Antworten unter Entwickler, Webhooks. Wenden Sie sich an ihn, wenn es anhält.',
    bad_other:
      '{{count}} Endpunkte weisen Zustellungen ab. Ihre Händler sehen die Antworten unter Entwickler, Webhooks. Wenden Sie sich an sie, wenn es anhält.',
    endpoint: 'Endpunkt',
    state: 'Status',
    organization: 'Organisation',
    operator: 'Der Betreiber',
    failures: 'Fehler in Folge',
    since: 'Gestört seit',
  },
  mail: {
    name: 'E-Mail',
    good: 'E-Mails werden gesendet.',
    through: 'E-Mails werden über {{server}} gesendet.',
    action: 'Postfach öffnen',
    inbox: 'E-Mails bleiben im Posteingang für die Entwicklung auf diesem Server.',
    bad_one:
      '{{count}} E-Mail konnte nicht gesendet werden. Prüfen Sie die SMTP-Einstellungen mit „guildhall doctor“ und starten Sie den Job erneut.',
    bad_other:
      '{{count}} E-Mails konnten nicht gesendet werden. Prüfen Sie die SMTP-Einstellungen mit „guildhall doctor“ und starten Sie die Jobs erneut.',
  },
  minutes_one: '{{count}} Minute',
  minutes_other: '{{count}} Minuten',
  hours_one: '{{count}} Stunde',
  hours_other: '{{count}} Stunden',
}
