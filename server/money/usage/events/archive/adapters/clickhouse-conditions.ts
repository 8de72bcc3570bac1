// The conditions by which a statement of ClickHouse reads events. Pure.
import { ch, type Fragment, joined, textParameter } from '#platform/clickhouse/statement.ts'
import type { CopiedRange, EventKey, EventSelection } from '../event-store.ts'
import { topKey } from '../scalars.ts'
import { compileClickHouseFilter } from './clickhouse-filter.ts'

/** The condition of a selection; `customerIds` are those of the customers that its external ids name. */
export function isSelected(selection: EventSelection, customerIds: readonly string[]): Fragment {
  const { externalCustomerIds, metadata = [], filter, text, id } = selection
  const conditions = [
    isAmong(ch`organization_id`, selection.organizationIds),
    ...(selection.firstId === null ? [] : [ch`id >= ${textParameter(selection.firstId)}`]),
    ...(selection.endId === null ? [] : [ch`id < ${textParameter(selection.endId)}`]),
    ...(id === undefined ? [] : [ch`id = ${textParameter(id)}`]),
    ...(selection.customerIds ? [isAmong(ch`customer_id`, selection.customerIds)] : []),
    ...(externalCustomerIds
      ? [ch`(${isAmong(ch`customer_id`, customerIds)} OR customer_id = '' AND ${isAmong(ch`external_customer_id`, externalCustomerIds)})`]
      : []),
    ...(selection.names ? [isAmong(ch`name`, selection.names)] : []),
    ...(selection.sources ? [isAmong(ch`source`, selection.sources)] : []),
    ...(text ? [ch`positionCaseInsensitiveUTF8(name, ${textParameter(text)}) > 0`] : []),
    ...metadata.map(({ key, values }) => {
      const path = textParameter(topKey(key))
      return ch`(mapContains(kinds, ${path}) AND ${isAmong(ch`texts[${path}]`, values)})`
    }),
    ...(filter ? [compileClickHouseFilter(filter)] : []),
  ]
  return joined(conditions, ch` AND `)
}

/** The condition of a range of the copy. */
export function isOfRange(range: CopiedRange): Fragment {
  if ('ids' in range) return ch`${isAmong(ch`organization_id`, range.organizationIds)} AND ${isAmong(ch`id`, range.ids)}`
  const conditions = [
    ...(range.firstId === null ? [] : [ch`id >= ${textParameter(range.firstId)}`]),
    ...(range.endId === null ? [] : [ch`id < ${textParameter(range.endId)}`]),
    isBetween(range.after, range.to),
  ]
  return joined(conditions, ch` AND `)
}

// Without comparisons of tuples, of which older versions make no use of the key.
function isBetween(after: EventKey | null, to: EventKey | null): Fragment {
  if (after && to && after.organizationId === to.organizationId)
    return ch`organization_id = ${textParameter(to.organizationId)} AND id > ${textParameter(after.id)} AND id <= ${textParameter(to.id)}`
  const begin = after && textParameter(after.organizationId)
  const end = to && textParameter(to.organizationId)
  const between = [...(begin ? [ch`organization_id > ${begin}`] : []), ...(end ? [ch`organization_id < ${end}`] : [])]
  return ch`(${joined(
    [
      between.length > 0 ? joined(between, ch` AND `) : ch`1`,
      ...(begin ? [ch`organization_id = ${begin} AND id > ${textParameter(after?.id ?? '')}`] : []),
      ...(end ? [ch`organization_id = ${end} AND id <= ${textParameter(to?.id ?? '')}`] : []),
    ],
    ch` OR `,
  )})`
}

function isAmong(column: Fragment, values: readonly string[]): Fragment {
  const [only, second] = values
  if (only === undefined) return ch`0`
  return second === undefined ? ch`${column} = ${textParameter(only)}` : ch`${column} IN ${{ type: 'Array(String)', value: values }}`
}
