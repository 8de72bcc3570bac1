import type { adminJobs as en } from '../../en/admin/jobs.ts'
import type { Messages } from '../../translator.ts'

/** The queued and failed jobs. */
export const adminJobs: Messages<typeof en> = {
  title: 'Jobs',
  description:
    'E-Mails, Webhook-Zustellungen und Aufräumarbeiten laufen als Jobs. Ein gestörter Job wird automatisch wiederholt. Nach dem letzten Versuch erscheint er hier.',
  kind: 'Job',
  state: 'Status',
  attempts: 'Versuche',
  error: 'Letzter Fehler',
  due: 'Fällig',
  dueOrFailed: 'Fällig oder fehlgeschlagen',
  created: 'Erstellt',
  states: { dead: 'Fehlgeschlagen', waiting: 'Wartet', retrying: 'Wird wiederholt' },
  meanings: {
    waiting: 'Wartet auf den ersten Versuch.',
    retrying: 'Ein Versuch ist fehlgeschlagen. Der nächste folgt, sobald der Job fällig ist.',
    dead: 'Alle Versuche sind fehlgeschlagen, oder der Server endete zweimal während des Jobs. Der Job läuft nur, wenn Sie ihn erneut starten.',
  },
  ofKind: 'Job',
  noMatches: 'Keine Jobs entsprechen diesem Filter.',
  emptyTitle: 'Keine fehlgeschlagenen Jobs',
  emptyText: 'Hier erscheinen Jobs, deren Versuche alle fehlschlagen.',
  showQueued: 'Wartende Jobs zeigen',
  retry: 'Erneut starten',
  retryAll: 'Alle erneut starten …',
  retried: '{{kind}} wieder eingereiht',
  retriedAll_one: '{{count}} Job wieder eingereiht',
  retriedAll_other: '{{count}} Jobs wieder eingereiht',
  copyId: 'ID kopieren',
  idCopied: 'ID kopiert',
  onlyKind: 'Nur {{kind}}',
  allTitle: 'Alle fehlgeschlagenen Jobs erneut starten?',
  allTitleOf: 'Alle fehlgeschlagenen Jobs {{kind}} erneut starten?',
  allText:
    'Beheben Sie zuerst die Ursache: Die Jobs laufen sofort, und was wieder fehlschlägt, kehrt hierher zurück. Eine E-Mail oder ein Webhook kann doppelt zugestellt werden.',
  allAction: 'Alle erneut starten',
  id: 'Job-ID',
  failedAt: 'Fehlgeschlagen',
  noError: 'Bisher keine Fehler.',
}
