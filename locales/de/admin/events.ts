import type { adminEvents as en } from '../../en/admin/events.ts'
import type { Messages } from '../../translator.ts'

/** The domain events of the outbox. */
export const adminEvents: Messages<typeof en> = {
  title: 'Ereignisse',
  description:
    'Alles, was geschehen ist und an interne Empfänger und die Webhooks der Händler zugestellt wird. Zugestellte Ereignisse werden eine Weile aufbewahrt.',
  name: 'Ereignis',
  state: 'Status',
  audience: 'Empfänger',
  organization: 'Organisation',
  resource: 'Objekt',
  date: 'Datum',
  states: { relayed: 'Zugestellt', waiting: 'Ausstehend' },
  meanings: {
    waiting: 'Wartet im Ausgang auf die Empfänger.',
    relayed: 'An alle Empfänger übergeben.',
  },
  audiences: { merchant: 'Händler', operator: 'Betreiber', internal: 'Intern' },
  search: 'Name: order.paid',
  noMatches: 'Keine Ereignisse entsprechen diesen Filtern.',
  emptyTitle: 'Noch keine Ereignisse',
  emptyText: 'Hier erscheinen Registrierungen, Bestellungen und Produktänderungen als Ereignisse.',
  id: 'Ereignis-ID',
  deliveredAt: 'Zugestellt',
  notYet: 'Noch nicht',
  payload: 'Inhalt',
  sealed: 'Enthält Geheimnisse und ist verschlüsselt.',
  sameResource: 'Alle Ereignisse dieses Objekts',
  previous: 'Späteres Ereignis',
  next: 'Früheres Ereignis',
}
