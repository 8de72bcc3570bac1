import { useState } from 'react'
import type { OrganizationAuditEntry } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '#web/ui/display/card.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { Timeline } from '#web/ui/display/timeline.tsx'
import { PencilIcon } from '#web/ui/icons/index.ts'
import { type AttributedEntry, type HistoryEntry, type HistoryKind, mergeHistory } from './history.ts'
import { t } from './messages.ts'
import { useAuditEntries } from './use-audit-entries.ts'

/** Entries that are shown before the others are asked for; a longer timeline has a filter. */
const maxShown = 8
const kinds = ['payment', 'change', 'message'] as const

/** The history of a resource, newest first, with the actors that the server knows. */
export function TimelineCard({ id, changed, known }: { id: string; changed: string | null; known: readonly HistoryEntry[] }) {
  const [kind, setKind] = useState<HistoryKind | 'all'>('all')
  const [isWhole, setIsWhole] = useState(false)
  const entries = mergeHistory(known, useAuditEntries(id, changed), fromAudit)
  const present = kinds.filter((each) => entries.some((entry) => entry.kind === each))
  const matching = entries.filter((entry) => kind === 'all' || entry.kind === kind)
  const shown = isWhole ? matching : matching.slice(0, maxShown)
  const isLong = entries.length > maxShown && present.length > 1
  return (
    <Card>
      <CardHead title={t('timeline.title')}>
        {isLong && (
          <span className="pr-8">
            <Segmented
              label={t('timeline.filter')}
              onChange={setKind}
              options={(['all', ...present] as const).map((value) => ({ value, label: t(`timeline.kinds.${value}`) }))}
              value={kind}
            />
          </span>
        )}
      </CardHead>
      <CardBody underHead>
        <Timeline entries={shown.map(withActor)} />
      </CardBody>
      {shown.length < matching.length && (
        <CardFoot>
          <Button onClick={() => setIsWhole(true)} variant="quiet">
            {t('timeline.all', { count: matching.length })}
          </Button>
        </CardFoot>
      )}
    </Card>
  )
}

const fromAudit = (audit: OrganizationAuditEntry): AttributedEntry => ({
  id: audit.id,
  icon: PencilIcon,
  kind: 'change',
  title: t.find(`timeline.actions.${audit.action}`) ?? t('timeline.changed'),
  at: audit.happenedAt,
  audit,
})

function withActor(entry: AttributedEntry): AttributedEntry {
  const name = entry.audit === undefined ? undefined : actorOf(entry.audit)
  if (name === undefined) return entry
  const by = t('timeline.by', { name })
  const text =
    entry.text === undefined ? (
      by
    ) : (
      <>
        {entry.text} · {by}
      </>
    )
  return { ...entry, text }
}

/** The actor; during an impersonation, both users. Undefined for what no user or program did. */
function actorOf({ actor }: OrganizationAuditEntry): string | undefined {
  if (actor.type === 'nobody') return undefined
  const former = t('timeline.actors.formerUser')
  const name =
    actor.type === 'person' ? (actor.name ?? (actor.email && shownEmail(actor.email)) ?? former) : t(`timeline.actors.${actor.type}`)
  const by = actor.impersonatedBy
  return by === null ? name : t('timeline.actors.as', { administrator: by.name ?? (by.email && shownEmail(by.email)) ?? former, name })
}
