// A filter while it is edited: a tree whose nodes have ids, and whose values are the texts that were typed.
import type { EventFilter, EventFilterClause } from '#client/index.ts'
import { t } from './messages.ts'

export type ValueType = 'text' | 'number' | 'boolean'

/** A condition. `value` is the typed text; of a boolean `true` or `false`. */
export interface ClauseNode {
  readonly id: string
  readonly property: string
  readonly operator: EventFilterClause['operator']
  readonly type: ValueType
  readonly value: string
}

/** A group of conditions and groups. */
export interface GroupNode {
  readonly id: string
  readonly conjunction: EventFilter['conjunction']
  readonly nodes: readonly FilterNode[]
}

export type FilterNode = ClauseNode | GroupNode

/** The groups within each other and the conditions and groups in all, at most. The server has the same bounds. */
const maxDepth = 5
const maxNodes = 50

export const isGroup = (node: FilterNode): node is GroupNode => 'nodes' in node

/** A condition on the name of events, to start with. */
export const newClause = (property = ''): ClauseNode => ({
  id: crypto.randomUUID(),
  property,
  operator: 'eq',
  type: 'text',
  value: '',
})

/** A group with one condition. */
export const newGroup = (): GroupNode => ({ id: crypto.randomUUID(), conjunction: 'or', nodes: [newClause()] })

/** The tree of a filter. The ids follow from the places of the nodes. */
export function treeOf({ conjunction, clauses }: EventFilter, id = '0'): GroupNode {
  const nodes = clauses.map((clause, at): FilterNode => {
    const own = `${id}.${at}`
    if ('clauses' in clause) return treeOf(clause, own)
    const { property, operator, value } = clause
    const type = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'
    return { id: own, property, operator, type, value: String(value) }
  })
  return { id, conjunction, nodes }
}

/** The filter of a tree. What is not filled in yet stays as it is. */
export function filterOf({ conjunction, nodes }: GroupNode): EventFilter {
  return { conjunction, clauses: nodes.map((node) => (isGroup(node) ? filterOf(node) : clauseOf(node))) }
}

function clauseOf({ property, operator, type, value }: ClauseNode): EventFilterClause {
  return { property: property.trim(), operator, value: type === 'text' ? value : type === 'number' ? Number(value) : value === 'true' }
}

/** The tree with another node in place of the one with its id; without it where `next` is null. */
export function replaceNode(group: GroupNode, id: string, next: FilterNode | null): GroupNode {
  if (group.id === id) return next !== null && isGroup(next) ? next : group
  const nodes = group.nodes.flatMap((node) => {
    if (node.id === id) return next === null ? [] : [next]
    return [isGroup(node) ? replaceNode(node, id, next) : node]
  })
  return { ...group, nodes }
}

/** The message of each condition that is not complete, by its id. */
export function treeFaults(tree: GroupNode): Readonly<Record<string, string>> | undefined {
  const faults = clausesOf(tree).flatMap((clause) => {
    const fault = findClauseFault(clause)
    return fault === undefined ? [] : [[clause.id, fault] as const]
  })
  if (countOf(tree) > maxNodes || depthOf(tree) > maxDepth) faults.push([tree.id, t('form.tooMany')])
  return faults.length === 0 ? undefined : Object.fromEntries(faults)
}

/** The tree without what is not complete yet, for a preview. A group that has nothing left is left out, too. */
export function completeTree(tree: GroupNode): GroupNode {
  const nodes = tree.nodes.flatMap((node): readonly FilterNode[] => {
    if (!isGroup(node)) return findClauseFault(node) === undefined ? [node] : []
    const rest = completeTree(node)
    return rest.nodes.length === 0 && node.nodes.length > 0 ? [] : [rest]
  })
  return { ...tree, nodes }
}

/** Whether a group at this depth, from 1, may get another condition, and another group. */
export function canAdd(tree: GroupNode, depth: number): { readonly clause: boolean; readonly group: boolean } {
  const count = countOf(tree)
  return { clause: count < maxNodes, group: count + 1 < maxNodes && depth < maxDepth }
}

function findClauseFault({ property, type, value }: ClauseNode): string | undefined {
  if (property.trim() === '') return t('form.propertyMissing')
  if (value.trim() === '') return t('form.valueMissing')
  const isWhole = /^-?\d{1,15}$/.test(value.trim())
  return type === 'number' && !isWhole ? t('form.numberInvalid') : undefined
}

const clausesOf = ({ nodes }: GroupNode): readonly ClauseNode[] => nodes.flatMap((node) => (isGroup(node) ? clausesOf(node) : [node]))
const countOf = ({ nodes }: GroupNode): number => nodes.reduce((count, node) => count + 1 + (isGroup(node) ? countOf(node) : 0), 0)
const depthOf = ({ nodes }: GroupNode): number => 1 + Math.max(0, ...nodes.map((node) => (isGroup(node) ? depthOf(node) : 0)))
