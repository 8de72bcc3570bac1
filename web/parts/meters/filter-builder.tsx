import { useRef } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { CloseIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { ClauseRow } from './clause-row.tsx'
import { canAdd, type FilterNode, type GroupNode, isGroup, newClause, newGroup, replaceNode } from './filter-tree.ts'
import { t } from './messages.ts'

interface BuilderProps {
  readonly tree: GroupNode
  /** The message of a condition, or of the whole, by its id. */
  readonly errors: Readonly<Record<string, string>> | undefined
  /** Names the field of the form. */
  readonly name: string
  readonly onChange: (tree: GroupNode) => void
}

/** Edits a filter: conditions, joined by all or any, and groups of them within each other. */
export function FilterBuilder({ tree, errors = {}, name, onChange }: BuilderProps) {
  const all = useRef<HTMLDivElement>(null)
  const change = (id: string, next: FilterNode | null) => onChange(replaceNode(tree, id, next))
  const add = (group: GroupNode, node: FilterNode) => {
    change(group.id, { ...group, nodes: [...group.nodes, node] })
    const first = isGroup(node) ? node.nodes[0]?.id : node.id
    requestAnimationFrame(() => all.current?.querySelector<HTMLInputElement>(`[data-node="${first}"] input`)?.focus())
  }
  return (
    <div className="grid gap-8" ref={all}>
      <Group add={add} change={change} depth={1} errors={errors} group={tree} name={name} number="" tree={tree} />
      {errors[tree.id] !== undefined && <p className="text-caption text-bad">{errors[tree.id]}</p>}
    </div>
  )
}

interface GroupProps {
  readonly tree: GroupNode
  readonly group: GroupNode
  /** From 1, that of the whole filter. */
  readonly depth: number
  /** Its place: `2.1`. */
  readonly number: string
  readonly errors: Readonly<Record<string, string>>
  readonly name: string
  readonly change: (id: string, next: FilterNode | null) => void
  readonly add: (group: GroupNode, node: FilterNode) => void
}

function Group(props: GroupProps) {
  const { tree, group, depth, number, errors, name, change, add } = props
  const allowed = canAdd(tree, depth)
  const isNested = depth > 1
  return (
    <fieldset
      aria-label={isNested ? t('form.group', { number }) : t('form.filter')}
      className={isNested ? 'grid min-w-0 gap-8 rounded-well border border-edge p-12 max-wide:p-8' : 'grid min-w-0 gap-8'}
    >
      {(group.nodes.length > 1 || isNested) && (
        <div className="flex items-center gap-8 text-label text-muted">
          <span className="flex-none">{t('form.match')}</span>
          <Segmented
            label={t('form.conjunction')}
            onChange={(conjunction) => change(group.id, { ...group, conjunction })}
            options={[
              { value: 'and', label: t('form.all') },
              { value: 'or', label: t('form.any') },
            ]}
            value={group.conjunction}
          />
          {isNested && (
            <span className="ml-auto">
              <IconButton icon={CloseIcon} label={t('form.removeGroup')} onClick={() => change(group.id, null)} />
            </span>
          )}
        </div>
      )}
      {group.nodes.length === 0 && <p className="text-label text-muted">{t('form.everything')}</p>}
      {group.nodes.map((node, at) => {
        const place = number === '' ? `${at + 1}` : `${number}.${at + 1}`
        return isGroup(node) ? (
          <Group {...props} depth={depth + 1} group={node} key={node.id} number={place} />
        ) : (
          <ClauseRow
            clause={node}
            error={errors[node.id]}
            key={node.id}
            name={name}
            number={place}
            onChange={(next) => change(node.id, next)}
          />
        )
      })}
      <div className="-ml-8 flex flex-wrap gap-4">
        <Button disabled={!allowed.clause} icon={PlusIcon} onClick={() => add(group, newClause())} variant="quiet">
          {t('form.addClause')}
        </Button>
        {allowed.group && (
          <Button icon={PlusIcon} onClick={() => add(group, newGroup())} variant="quiet">
            {t('form.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
