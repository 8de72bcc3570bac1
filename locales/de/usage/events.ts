import type { usageEvents as en } from '../../en/usage/events.ts'
import type { Messages } from '../../translator.ts'

/** Der Verbrauch von Kunden als Ereignisse, in der Verwaltung des Händlers. */
export const usageEvents: Messages<typeof en> = {
  title: 'Ereignisse',
  name: 'Name',
  customer: 'Kunde',
  externalCustomer: 'Externe Kunden-ID',
  source: 'Herkunft',
  sources: { user: 'API', system: 'System' },
  metadata: 'Metadaten',
  date: 'Datum',
  meter: 'Gezählt von',
  search: 'Name des Ereignisses',
  count_one: '{{count}} Ereignis',
  count_other: '{{count}} Ereignisse',
  countAtLeast: 'Mindestens {{count}} Ereignisse',
  noMatches: 'Keine Ereignisse entsprechen diesen Filtern.',
  noCustomer: 'noch kein Kunde',
  empty: {
    title: 'Noch keine Ereignisse',
    text: 'Ihr Code sendet ein Ereignis, wenn ein Kunde etwas verwendet, etwa einen API-Aufruf. Zähler zählen Ereignisse, damit Produkte sie berechnen können.',
    tokens: 'API-Tokens anzeigen',
    code: 'Das erste Ereignis senden',
    token: 'Die Anfrage braucht ein API-Token, das Ereignisse schreiben darf. Die externe ID ist Ihre eigene ID des Kunden.',
  },
  actions: {
    open: 'Öffnen',
    customer: 'Kunden anzeigen',
    sameName: 'Nach diesem Namen filtern',
    copyId: 'ID kopieren',
    idCopied: 'ID kopiert',
  },
  detail: {
    event: 'Ereignis',
    previous: 'Voriges Ereignis',
    next: 'Nächstes Ereignis',
    noCustomer: 'Noch kein Kunde hat diese ID. Das Ereignis wird zugeordnet, sobald einer sie hat.',
    externalId: 'Externe ID',
    id: 'ID',
    key: 'Schlüssel',
    value: 'Wert',
    noMetadata: 'Keine',
    missing: 'Dieses Ereignis gibt es nicht',
    missingText: 'Prüfen Sie die URL. Das Ereignis kann auch zu einer anderen Organisation gehören.',
  },
}
