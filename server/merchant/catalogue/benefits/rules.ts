import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { invalid, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { type BenefitType, type BenefitValue, type CheckResult, kindOf, type NamedIds, type NamedThings } from './kinds/index.ts'
import type { Benefit } from './model.ts'
import { benefitRefusals } from './refusals.ts'

/** The properties as in a body of this type. */
export interface BodyProperties {
  readonly type: BenefitType
  readonly body: unknown
}

/** A new benefit, as requested. */
export interface BenefitDraft extends BodyProperties {
  readonly description: string
  readonly metadata: Metadata
}

/** The changes. An omitted or null field stays; the properties are replaced as a whole. The type is that of the benefit. */
export interface BenefitChanges extends BodyProperties {
  readonly description?: string | null | undefined
  readonly metadata?: Metadata | null | undefined
}

/** The context that a rule needs besides: the things that the properties name, and the time. */
export interface BenefitContext {
  readonly named: NamedThings
  readonly now: Date
}

/** The things that the properties of a body name. */
export function namedBy({ type, body }: BodyProperties): NamedIds {
  return kindOf(type).namedBy(body as never)
}

/** Creates a benefit. Reports all problems at once (422). */
export function create(
  draft: BenefitDraft,
  context: BenefitContext & { readonly id: string; readonly organizationId: string },
): Outcome<Benefit, 'benefit.created'> {
  const { id, organizationId, now } = context
  const next = {
    id,
    organizationId,
    type: draft.type,
    description: draft.description,
    selectable: true,
    deletable: true,
    properties: checkedProperties(draft, context.named),
    metadata: draft.metadata,
    createdAt: now,
    modifiedAt: null,
    deletedAt: null,
  } as Benefit
  return { next, events: ['benefit.created'] }
}

/** Updates a benefit; its type is fixed (422). Reports all problems at once. */
export function update(benefit: Benefit, changes: BenefitChanges, { named, now }: BenefitContext): Outcome<Benefit, 'benefit.updated'> {
  if (changes.type !== benefit.type) invalid([valueProblem(['body', 'type'], 'The type of a benefit cannot change.')])
  const next = {
    ...benefit,
    description: changes.description ?? benefit.description,
    properties: changes.body ? checkedProperties(changes, named) : benefit.properties,
    metadata: changes.metadata ?? benefit.metadata,
    modifiedAt: now,
  } as Benefit
  return changeOf(benefit, { next, events: ['benefit.updated'] })
}

/** Deletes a benefit; one that is not deletable is refused (403). */
export function remove(benefit: Benefit, now: Date): Benefit {
  refuseWhen(!benefit.deletable, benefitRefusals.NotPermitted)
  return { ...benefit, deletedAt: now, modifiedAt: now }
}

function checkedProperties({ type, body }: BodyProperties, named: NamedThings): BenefitValue['properties'] {
  const checked = kindOf(type).check(body as never, named) as CheckResult<BenefitValue['properties']>
  return 'properties' in checked ? checked.properties : invalid(checked.problems)
}
