import type { EventRow } from '#client/types.ts'
import { adminEvents } from '#messages/admin/events.ts'
import { messages } from '#web/language.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'

/** Translates the messages of the page of domain events. */
export const t = messages(adminEvents)

const statuses: StatusTable<'waiting' | 'relayed'> = {
  waiting: { tone: 'info', word: () => t('states.waiting'), meaning: () => t('meanings.waiting') },
  relayed: { tone: 'good', word: () => t('states.relayed'), meaning: () => t('meanings.relayed') },
}

/** The status of a domain event, for rows. */
export const EventStatus = ({ event }: { event: Pick<EventRow, 'relayedAt'> }) => (
  <StatusRow status={statuses[event.relayedAt === null ? 'waiting' : 'relayed']} />
)
