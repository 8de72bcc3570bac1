import type { Aggregation, Meter, MeterCreate, MeterUpdate } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { type FaultTable, faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import { filterOf, type GroupNode, newClause, treeFaults, treeOf } from '#web/parts/meters/filter-tree.ts'
import { t } from '#web/parts/meters/messages.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'

/** The form values of a meter. `property` belongs to every method but `count`. */
export interface MeterValues {
  readonly name: string
  readonly filter: GroupNode
  readonly func: Aggregation['func']
  readonly property: string
  readonly pairs: readonly Pair[]
}

const shortestName = 3

/** The form values of a meter, or of a new one: it counts events of one name. */
export function valuesOf(meter: Meter | null): MeterValues {
  if (meter === null) {
    return {
      name: '',
      filter: { id: '0', conjunction: 'and', nodes: [{ ...newClause('name'), id: '0.0' }] },
      func: 'count',
      property: '',
      pairs: [],
    }
  }
  const { name, filter, aggregation, metadata } = meter
  const property = aggregation.func === 'count' ? '' : aggregation.property
  return { name, filter: treeOf(filter), func: aggregation.func, property, pairs: pairsOf(metadata) }
}

/** What must hold for the form. */
export const meterRules: Rules<MeterValues> = {
  name: (name) => (name.trim().length < shortestName ? t('form.nameMissing') : undefined),
  filter: treeFaults,
  property: (property, { func }) => (func !== 'count' && property.trim() === '' ? t('form.propertyMissing') : undefined),
  pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
}

/** What the refusals of the server mean. */
export const meterRefusals = ({ filter, pairs }: MeterValues): FaultTable<keyof MeterValues> => ({
  paths: { aggregation: 'property', metadata: 'pairs' },
  texts: {
    filter: (fault) => ({ [filter.id]: fault.path === 'filter.clauses' ? t('form.tooMany') : faultText(fault) }),
    pairs: (fault) => {
      const pair = pairs.find(({ key }) => fault.path === `metadata.${key.trim()}`) ?? pairs[0]
      return pair === undefined ? faultText(fault) : { [pair.id]: faultText(fault) }
    },
  },
  text: (error) => `${t('form.failed')} ${errorText(error)}`,
})

/** How the events count. */
export const aggregationOf = ({ func, property }: Pick<MeterValues, 'func' | 'property'>): Aggregation =>
  func === 'count' ? { func } : { func, property: property.trim() }

/** The body of the create request. */
export const creationOf = (values: MeterValues, organizationId: string): MeterCreate => ({
  organizationId,
  name: values.name.trim(),
  filter: filterOf(values.filter),
  aggregation: aggregationOf(values),
  metadata: metadataOf(values.pairs, {}),
})

/** The body of the update request: only changed fields. */
export function changesOf(values: MeterValues, meter: Meter): MeterUpdate {
  const before = valuesOf(meter)
  const [filter, aggregation] = [filterOf(values.filter), aggregationOf(values)]
  return {
    ...(values.name.trim() !== meter.name && { name: values.name.trim() }),
    ...(!isSame(filter, filterOf(before.filter)) && { filter }),
    ...(!isSame(aggregation, aggregationOf(before)) && { aggregation }),
    ...(!isSameMetadata(values.pairs, meter.metadata) && { metadata: metadataOf(values.pairs, meter.metadata) }),
  }
}

/** The labels of the changed fields. */
export const changedLabels = (changes: object): readonly string[] =>
  Object.keys(changes).flatMap((field) => (Object.hasOwn(labels, field) ? [t(labels[field as keyof typeof labels])] : []))

const labels = { name: 'name', filter: 'form.filter', aggregation: 'form.aggregation', metadata: 'form.metadata' } as const

/** Whom the changes reach. */
export function noteOf({ filter, aggregation, name }: MeterUpdate): string | undefined {
  if (filter !== undefined || aggregation !== undefined) return t('form.note')
  return name === undefined ? undefined : t('form.nameNote')
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
