import type { OrganizationAuditEntry } from '#client/index.ts'
import type { TimelineEntry } from '#web/ui/display/timeline.tsx'

/** The subject of an entry of a timeline; a long timeline is filtered by it. */
export type HistoryKind = 'payment' | 'change' | 'message'

/** An entry of the timeline of a resource. */
export interface HistoryEntry extends TimelineEntry {
  readonly kind: HistoryKind
  /** The audit action that records the same: `checkout.created`. The entry then names its actor. */
  readonly action?: string | undefined
}

/** An entry with the audit entry that names who did it. */
export interface AttributedEntry extends HistoryEntry {
  readonly audit?: OrganizationAuditEntry | undefined
}

/**
 * The timeline of a resource, newest first: what its page knows of it, each with the audit entry of the same action, and the audit entries
 * that the page knows nothing of, as `toEntry` shows them.
 */
export function mergeHistory(
  known: readonly HistoryEntry[],
  audit: readonly OrganizationAuditEntry[],
  toEntry: (entry: OrganizationAuditEntry) => AttributedEntry,
): readonly AttributedEntry[] {
  const attributed = known.map((entry): AttributedEntry => {
    const match = entry.action === undefined ? undefined : audit.find(({ action }) => action === entry.action)
    return match === undefined ? entry : { ...entry, audit: match }
  })
  const used = new Set(attributed.map((entry) => entry.audit))
  const others = audit.filter((entry) => !used.has(entry)).map(toEntry)
  const timeOf = ({ at }: HistoryEntry) => new Date(at).getTime()
  return [...attributed, ...others].toSorted((a, b) => timeOf(b) - timeOf(a))
}
