import type { grants as en } from '../../en/entitlements/grants.ts'
import type { Messages } from '../../translator.ts'

/** Freischaltungen in der Verwaltung des Händlers: welcher Kunde welchen Vorteil hat, und was fehlgeschlagen ist. */
export const grants: Messages<typeof en> = {
  title: 'Freischaltungen',
  customer: 'Kunde',
  benefit: 'Vorteil',
  type: 'Art',
  status: 'Status',
  since: 'Aktualisiert',
  reason: 'Problem',
  source: 'Durch',
  created: 'Erstellt',
  count_one: '{{count}} Freischaltung',
  count_other: '{{count}} Freischaltungen',
  noMatches: 'Keine Freischaltungen entsprechen diesen Filtern.',
  empty: {
    title: 'Noch keine Freischaltungen',
    text: 'Kunden erhalten die Vorteile eines Produkts, wenn sie es kaufen. Hier sehen Sie, wer was hat und was fehlgeschlagen ist.',
    action: 'Vorteile',
  },
  states: {
    pending: 'In Arbeit',
    granted: 'Freigeschaltet',
    waiting: 'Wartet auf den Kunden',
    failed: 'Fehlgeschlagen',
    revoked: 'Entzogen',
  },
  meanings: {
    pending: 'Der Kunde erhält ihn gleich.',
    granted: 'Der Kunde hat ihn.',
    waiting: 'Der Kunde erhält ihn, sobald er ein Konto verknüpft hat.',
    failed: 'Der Kunde sollte ihn erhalten oder verlieren, und es hat nicht funktioniert.',
    revoked: 'Der Kunde hatte ihn, und hat ihn nicht mehr.',
  },
  byOrder: 'Bestellung',
  bySubscription: 'Abonnement',
  cards: {
    benefits: 'Vorteile',
    customers: 'Kunden',
    all: 'Alle ansehen',
    none: 'Keine Vorteile.',
    noCustomers: 'Noch kein Kunde hat ihn.',
  },
  fix: {
    waiting: {
      discord: 'Bitten Sie den Kunden, sein Discord-Konto im Kundenportal zu verknüpfen.',
      github: 'Bitten Sie den Kunden, sein GitHub-Konto im Kundenportal zu verknüpfen.',
      other: 'Bitten Sie den Kunden, sein Kundenportal zu öffnen.',
    },
    failed: {
      discord:
        'Prüfen Sie, ob der Bot auf Ihrem Discord-Server ist und seine Rolle über der Rolle des Vorteils steht. Starten Sie danach erneut.',
      github:
        'Prüfen Sie, ob die GitHub-App für das Repository installiert ist und das verbundene Konto es verwaltet. Starten Sie danach erneut.',
      other: 'Starten Sie erneut. Schlägt es wieder fehl, informieren Sie den Administrator dieses Servers.',
    },
    transient: 'Es wird automatisch erneut gestartet.',
    revocation: 'Der Zugriff ließ sich nicht entfernen. Entfernen Sie ihn dort selbst, oder starten Sie erneut.',
    customerReads: 'Der Kunde liest: „{{text}}“',
  },
  actions: {
    open: 'Öffnen',
    retry: 'Erneut starten',
    retried: 'Erneut gestartet',
    customer: 'Zum Kunden',
    benefit: 'Zum Vorteil',
    order: 'Zur Bestellung',
    subscription: 'Zum Abonnement',
    copyId: 'ID kopieren',
    idCopied: 'ID kopiert',
  },
  notice_one: '{{count}} Kunde hat nicht, was er gekauft hat.',
  notice_other: '{{count}} Freischaltungen brauchen Sie oder den Kunden.',
  show: 'Ansehen',
  detail: {
    grant: 'Freischaltung',
    missing: 'Diese Freischaltung gibt es nicht',
    missingText: 'Sie wurde vielleicht mit ihrem Kunden oder ihrem Vorteil gelöscht.',
    next: 'Nächste Freischaltung',
    previous: 'Vorherige Freischaltung',
    since: 'Problem seit',
    grantedAt: 'Freigeschaltet',
    revokedAt: 'Entzogen',
    todo: 'Was zu tun ist',
    id: 'ID der Freischaltung',
  },
}
