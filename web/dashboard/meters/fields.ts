import type { Aggregation, Meter } from '#client/index.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { filterOf, type GroupNode, newClause, treeFaults, treeOf } from '#web/parts/meters/filter-tree.ts'
import { t } from '#web/parts/meters/messages.ts'
import { metadata, plain, text } from '#web/shell/form/kinds.ts'
import { resourceForm } from '#web/shell/form/resource-form.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { filled } from '#web/ui/inputs/rules.ts'

/** The form values of a meter. `property` belongs to every method but `count`. */
export interface MeterValues {
  readonly name: string
  readonly filter: GroupNode
  readonly func: Aggregation['func']
  readonly property: string
  readonly metadata: readonly Pair[]
}

const shortestName = 3

/** The method by which the events count. */
export const aggregationOf = ({ func, property }: Pick<MeterValues, 'func' | 'property'>): Aggregation =>
  func === 'count' ? { func } : { func, property: property.trim() }

/** The form of a meter. A new one counts events of one name. */
export const meterForm = resourceForm<Meter, MeterValues>({
  failed: t('form.failed'),
  note: (changed) => {
    if (changed.includes('filter') || changed.includes('aggregation')) return t('form.note')
    return changed.includes('name') ? t('form.nameNote') : undefined
  },
  parts: { aggregation: { label: t('form.aggregation'), write: aggregationOf } },
  fields: {
    name: text({ label: t('name'), rule: (name) => (name.trim().length < shortestName ? t('form.nameMissing') : undefined) }),
    filter: {
      label: t('form.filter'),
      read: (meter) =>
        meter === null ? { id: '0', conjunction: 'and', nodes: [{ ...newClause('name'), id: '0.0' }] } : treeOf(meter.filter),
      write: filterOf,
      rule: treeFaults,
      texts: (tree) => (fault) => ({ [tree.id]: fault.path === 'filter.clauses' ? t('form.tooMany') : faultText(fault) }),
    },
    func: plain({
      label: t('form.func'),
      isRequired: true,
      part: 'aggregation',
      of: ({ aggregation }) => aggregation.func,
      initial: 'count',
    }),
    property: text({
      label: t('form.property'),
      part: 'aggregation',
      paths: [''],
      of: ({ aggregation }) => (aggregation.func === 'count' ? '' : aggregation.property),
      applies: ({ func }) => func !== 'count',
      rule: filled(t('form.propertyMissing')),
      input: { mono: true, placeholder: 'tokens' },
    }),
    metadata: metadata(t),
  },
})
