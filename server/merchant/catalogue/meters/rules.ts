import { haveEqualValues, orUnchanged } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { Aggregation, Filter, Meter } from './model.ts'

/** The groups of a filter within each other, the outermost included, and its clauses in all (behaviour 4.2). */
export const GROUP_DEPTH_MAXIMUM = 5
export const CLAUSES_MAXIMUM = 50

/** A new meter, as requested. */
export interface MeterDraft {
  readonly name: string
  readonly filter: Filter
  readonly aggregation: Aggregation
  readonly metadata: Metadata
}

/** The changes. An omitted or null field stays. */
export interface MeterChanges {
  readonly name?: string | null | undefined
  readonly filter?: Filter | null | undefined
  readonly aggregation?: Aggregation | null | undefined
  readonly metadata?: Metadata | null | undefined
  readonly isArchived?: boolean | null | undefined
}

/** Creates a meter. Reports all problems at once (422). */
export function create(draft: MeterDraft, context: { readonly id: string; readonly organizationId: string; readonly now: Date }): Meter {
  refuseProblems(filterProblems(draft.filter))
  const { name, filter, aggregation, metadata } = draft
  const { id, organizationId, now } = context
  return {
    id,
    organizationId,
    name,
    filter,
    aggregation,
    archivedAt: null,
    firstBilledAt: null,
    metadata,
    createdAt: now,
    modifiedAt: null,
  }
}

/**
 * Updates a meter; a second archiving keeps the time of the first. What was billed by it stays as it was counted (behaviour 4.3). Reports all
 * problems at once (422).
 */
export function update(meter: Meter, changes: MeterChanges, now: Date): Meter {
  refuseProblems([...(changes.filter ? filterProblems(changes.filter) : []), ...billedProblems(meter, changes)])
  return orUnchanged(meter, {
    ...meter,
    name: changes.name ?? meter.name,
    filter: changes.filter ?? meter.filter,
    aggregation: changes.aggregation ?? meter.aggregation,
    archivedAt: archivedAfter(meter, changes.isArchived ?? null, now),
    metadata: changes.metadata ?? meter.metadata,
    modifiedAt: now,
  })
}

/** Whether other events count than before, or in another way. */
export function isRedefined(one: Pick<Meter, 'filter' | 'aggregation'>, other: Pick<Meter, 'filter' | 'aggregation'>): boolean {
  return !haveEqualValues([one.filter, one.aggregation], [other.filter, other.aggregation])
}

function billedProblems(meter: Meter, changes: MeterChanges): Problem[] {
  if (meter.firstBilledAt === null) return []
  return (['filter', 'aggregation'] as const).flatMap((field) => {
    const next = changes[field]
    const isSame = next == null || haveEqualValues([meter[field]], [next])
    return isSame ? [] : [valueProblem(['body', field], 'Usage of this meter was billed: create a new meter instead.')]
  })
}

function archivedAfter(meter: Meter, isArchived: boolean | null, now: Date): Date | null {
  if (isArchived === null) return meter.archivedAt
  return isArchived ? (meter.archivedAt ?? now) : null
}

/** The problems with the size of a filter, at `loc`. */
export function filterProblems(filter: Filter, loc: Problem['loc'] = ['body', 'filter', 'clauses']): Problem[] {
  const problems: Problem[] = []
  if (depthOf(filter) > GROUP_DEPTH_MAXIMUM)
    problems.push(valueProblem(loc, `At most ${GROUP_DEPTH_MAXIMUM} groups are within each other.`))
  if (countOf(filter) > CLAUSES_MAXIMUM) problems.push(valueProblem(loc, `A filter has at most ${CLAUSES_MAXIMUM} clauses and groups.`))
  return problems
}

function depthOf({ clauses }: Filter): number {
  return 1 + Math.max(0, ...clauses.map((clause) => ('clauses' in clause ? depthOf(clause) : 0)))
}

// Groups count too: a filter of empty ones is also bounded.
function countOf({ clauses }: Filter): number {
  return clauses.reduce((count, clause) => count + 1 + ('clauses' in clause ? countOf(clause) : 0), 0)
}
